"""Types of arguments and results, for annotations."""

from ipaddress import IPv4Address, IPv6Address
from typing import Literal, Union

Address = Union[IPv4Address, IPv6Address]
"""An IP address."""

Destination = Union[Address, str, tuple[Union[Address, str], int], tuple[Union[Address, str], int, int, int]]
"""Where a request goes: an address, with a port, or with port, flow label and scope id, as the module `socket` has it for IPv6."""

Revision = Literal["draft-16", "draft-27", "draft-28", "draft-29", "draft-30", "rfc9988"]
"""A revision of draft-ietf-core-href. All but draft-16 mean RFC 9988, whose form they write."""

Row = Union[str, bytes, list[str], dict[str, Union[str, int, None]], None]
"""A row of a column of results: a text, a CRI, the segments of a path, or the kind, component and offset of an error."""

Step = Literal["case", "percent", "dots", "address", "scheme"]
"""A step of normalization, which `normalize` explains."""

Text = Union[str, tuple[Union[str, bytes], ...]]
"""Text of a component without percent-encoding, or a tuple whose `bytes` are percent-encoded in the URI."""
