import asyncio
import importlib.util
import pathlib
import socket

import aiocoap
import aiocoap.resource
import cri_uri as cri
import pytest

PATH = pathlib.Path(__file__).parents[1] / "examples/aiocoap_client.py"
specification = importlib.util.spec_from_file_location("aiocoap_client", PATH)
client = importlib.util.module_from_spec(specification)
specification.loader.exec_module(client)


class Echo(aiocoap.resource.Resource, aiocoap.resource.PathCapable):
    """Answers with the CRI that it was asked for."""

    def __init__(self, port):
        super().__init__()
        self.port = port

    async def render_get(self, request):
        options = [(int(it.number), it.encode()) for it in request.opt.option_list()]
        return aiocoap.Message(payload=bytes(cri.Cri.from_options(options, ("127.0.0.1", self.port))))


async def ask(links, port):
    server = await aiocoap.Context.create_server_context(Echo(port), bind=("127.0.0.1", port))
    try:
        return [cri.Cri(await asyncio.wait_for(client.fetch(cri.Cri(link)), 10)) for link in links]
    finally:
        await server.shutdown()


def free_port():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def test_a_server_is_asked_for_the_link():
    port = free_port()
    links = [f"coap://127.0.0.1:{port}/sensors/a%2Fb?u=c&x", f"coap://localhost:{port}/a",
             f"coap://127.0.0.1:{port}/stra%C3%9Fe"]
    # Options do not distinguish %2C from a comma.
    answers = asyncio.run(ask([*links, f"coap://127.0.0.1:{port}/a%2Cb?t=1%2B2"], port))
    assert [str(answer) for answer in answers] == [*links, f"coap://127.0.0.1:{port}/a,b?t=1+2"]


def test_a_link_without_options_is_an_error():
    with pytest.raises(cri.CriError) as error:
        client.request(cri.Cri("coap://h/a#x"))
    assert error.value.kind == "fragment"
