"""An origin server with aiocoap. Prints its address, and serves until its standard input ends.

/hello         a text
/large         the content of the last PUT, in blocks; at first 5,000 bytes
/slow          a text after 2 seconds, in a separate response
/options/…     the options of the request without the first Uri-Path, as JSON: [number, value in hex]
anything else  4.04
"""

import asyncio
import json
import sys

from aiocoap import CHANGED, CONTENT, Context, Message
from aiocoap.resource import PathCapable, Resource, Site


class Text(Resource):
    def __init__(self, text, seconds=0):
        super().__init__()
        self.text = text
        self.seconds = seconds

    async def render_get(self, request):
        await asyncio.sleep(self.seconds)
        return Message(code=CONTENT, payload=self.text.encode())


class Large(Resource):
    content = bytes(range(250)) * 20

    async def render_get(self, request):
        return Message(code=CONTENT, payload=self.content)

    async def render_put(self, request):
        self.content = request.payload
        return Message(code=CHANGED)


class Options(Resource, PathCapable):
    async def render(self, request):
        options = [[int(option.number), option.encode().hex()] for option in request.opt.option_list()]
        return Message(code=CONTENT, payload=json.dumps(options).encode())

    async def needs_blockwise_assembly(self, request):
        return True


async def main():
    site = Site()
    site.add_resource(["hello"], Text("hello from aiocoap"))
    site.add_resource(["slow"], Text("at last", seconds=2))
    site.add_resource(["large"], Large())
    site.add_resource(["options"], Options())
    # AIOCOAP_SERVER_TRANSPORT names the only transport. Port 0 means any free port.
    context = await Context.create_server_context(site, bind=("127.0.0.1", 0))
    (interface,) = context.request_interfaces
    socket = interface.token_interface.message_interface.transport.get_extra_info("socket")
    print(f"127.0.0.1:{socket.getsockname()[1]}", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    await context.shutdown()


asyncio.run(main())
