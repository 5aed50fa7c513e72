// What to begin with.

export const examples = [
  { name: "Address and port", text: "coap://198.51.100.1:61616/.well-known/core" },
  { name: "Name and query", text: "coap://example.com/sensors?unit=c" },
  { name: "Relative, with a base", text: "../temp?unit=c", base: "coap://example.com/sensors/north/" },
  { name: "IRI", text: "coap://bücher.example/straße" },
  { name: "Percent-encoded text", text: "did:web:alice:7%3A1-balun" },
  { name: "Hex digits", text: "8320816168816161" },
  { name: "Notation", text: '[-1, [h\'20010DB8000000000000000000000001\', 5684], ["a"], ["q"], "f"]' },
  { name: "Revisions differ", text: "coap+ws://example.com" },
  { name: "Suspicious", text: "http://bank.example@2130706433:25/" },
  { name: "An error", text: "coap://example.com/a b" },
];
