"""Sends requests with aiocoap. Prints its version, then reads one JSON object per line, and prints one line for each.

uri       the URI to send a request to, or
to        the address and port to send a request to, with only the options in
options   a list of [number, value in hex]
proxy     the proxy to send the request to, with Proxy-Scheme
method    GET by default
payload   in hex
loopback  true if an unknown host name means this machine
"""

import asyncio
import json
import logging
import socket
import sys

import aiocoap.meta
from aiocoap import Code, Context, Message
from aiocoap.numbers import OptionNumber
from aiocoap.proxy.client import ProxyForwarder

SECONDS = 60

system_getaddrinfo = socket.getaddrinfo


def loopback_getaddrinfo(host, *arguments, **named):
    try:
        return system_getaddrinfo(host, *arguments, **named)
    except socket.gaierror:
        return system_getaddrinfo("127.0.0.1", *arguments, **named)


async def answer(context, order):
    socket.getaddrinfo = loopback_getaddrinfo if order.get("loopback") else system_getaddrinfo
    request = Message(code=Code[order.get("method", "GET")], payload=bytes.fromhex(order.get("payload", "")))
    if "uri" in order:
        request.set_request_uri(order["uri"])
    else:
        request.unresolved_remote = order["to"]
    for number, value in order.get("options", []):
        request.opt.add_option(OptionNumber(number).create_option(decode=bytes.fromhex(value)))
    if "proxy" in order:
        context = ProxyForwarder(order["proxy"], context)
    response = await asyncio.wait_for(context.request(request).response, SECONDS)
    return {"code": response.code.dotted, "payload": response.payload.hex()}


async def main():
    # Warnings about answers do not matter here.
    logging.getLogger("coap").setLevel(logging.ERROR)
    context = await Context.create_client_context()
    print(json.dumps({"version": aiocoap.meta.version}), flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        try:
            result = await answer(context, json.loads(line))
        except Exception as error:
            result = {"error": repr(error)}
        print(json.dumps(result), flush=True)


asyncio.run(main())
