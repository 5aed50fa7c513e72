"""Follow a CRI with aiocoap: `python aiocoap_client.py coap://[::1]/sensors` prints the answer."""

import asyncio
import sys
from ipaddress import IPv6Address

import aiocoap
import cri_uri as cri
from aiocoap.message import UndecidedRemote
from aiocoap.numbers import OptionNumber


def request(link: cri.Cri) -> aiocoap.Message:
    """Return a GET request for a link, which goes to the link's host."""
    message = aiocoap.Message(code=aiocoap.GET)
    for number, value in link.to_options(decode=True):
        message.opt.add_option(OptionNumber(number).create_option(decode=value))
    host = f"[{link.host}]" if isinstance(link.host, IPv6Address) else str(link.host)
    message.remote = UndecidedRemote(link.scheme, f"{host}:{link.port_or_default}")
    return message


async def fetch(link: cri.Cri) -> bytes:
    """Return the payload of the answer."""
    context = await aiocoap.Context.create_client_context()
    try:
        response = await context.request(request(link)).response_raising
        return response.payload
    finally:
        await context.shutdown()


if __name__ == "__main__":
    print(asyncio.run(fetch(cri.Cri(sys.argv[1]))).decode())
