import {
  conn,
  listOf,
  ListExpression,
  literal,
  req,
  res,
  string,
} from "@traffic-policy/policy-builder";
import { expect, test } from "vitest";
import { describeMethods } from "../describe-methods.ts";

const names = req.header("a");
const ports = listOf("int", [1, conn.serverPort]);
const encodings = res.contentEncoding;

describeMethods(ListExpression, {
  size: [["size(getReqHeader('A'))", names.size()]],
  at: [
    ["getReqHeader('A')[0]", names.at(0)],
    ["getReqHeader('A')[size(getReqHeader('A')) - 1]", names.at(names.size().minus(1))],
    ["(getReqHeader('A') + ['b'])[1]", names.plus(["b"]).at(1n)],
    ["conn.tls.client.extensions[0]", conn.tls.client.extensions.at(0)],
    ["[true][0]", listOf("bool", [true]).at(0)],
  ],
  includes: [
    ["'b' in getReqHeader('A')", names.includes("b")],
    ["req.host in getReqHeader('A')", names.includes(req.host)],
    ["5 in [1, conn.server_port]", ports.includes(5)],
    ["req.method + 'x' in res.content_encoding", encodings.includes(req.method.plus("x"))],
  ],
  eq: [
    ["res.content_encoding == ['gzip', req.method]", encodings.eq(["gzip", req.method])],
    ["res.content_encoding == []", encodings.eq([])],
    ["res.content_encoding == getReqHeader('A')", encodings.eq(names)],
  ],
  ne: [["res.content_encoding != ['gzip']", encodings.ne(["gzip"])]],
  plus: [
    ["res.content_encoding + ['br']", encodings.plus(["br"])],
    ["res.content_encoding + getReqHeader('A')", encodings.plus(names)],
    ["[1, conn.server_port] + [2]", ports.plus([2])],
  ],
  some: [
    ["getReqHeader('A').exists(v, v.contains('bot'))", names.some((name) => name.contains("bot"))],
    ["getReqHeader('A').exists(name, name == 'b')", names.some((name) => name.eq("b"), "name")],
    ["[1, conn.server_port].exists(v, v > 5)", ports.some((port) => port.gt(5))],
    [
      "conn.tls.client.extensions.exists(v, v.critical)",
      conn.tls.client.extensions.some(({ critical }) => critical),
    ],
  ],
  every: [["getReqHeader('A').all(v, v != '')", names.every((name) => name.ne(""))]],
  exactlyOne: [
    [
      "getReqHeader('A').exists_one(v, v == req.host)",
      names.exactlyOne((name) => name.eq(req.host)),
    ],
  ],
  filter: [
    ["getReqHeader('A').filter(v, v != '')", names.filter((name) => name.ne(""))],
    [
      "size(conn.tls.client.extensions.filter(v, v.critical))",
      conn.tls.client.extensions.filter(({ critical }) => critical).size(),
    ],
  ],
  map: [
    ["getReqHeader('A').map(v, size(v))", names.map((name) => name.size())],
    [
      "getReqHeader('A').map(v, v + 'b')[0] + 'c'",
      names
        .map((name) => name.plus("b"))
        .at(0)
        .plus("c"),
    ],
    ["[1, conn.server_port].map(v, string(v))", ports.map((port) => string(port))],
    [
      "[1, conn.server_port].map(v, [v])[0][0] + 1",
      ports
        .map((port) => listOf("int", [port]))
        .at(0)
        .at(0)
        .plus(1),
    ],
    ["getReqHeader('A').map(v, 'b')", names.map(() => literal("b"))],
    [
      "getReqHeader('A').filter(v, v != '').map(v, size(v))",
      names.filter((name) => name.ne("")).map((name) => name.size()),
    ],
  ],
});

test("an item of another type is refused", () => {
  expect(() => names.includes(5 as unknown as string)).toThrow(
    new TypeError("A value of the CEL type string is needed, not 5."),
  );
  expect(() => names.eq(["a", null as unknown as string])).toThrow(
    new TypeError("A value of the CEL type string is needed, not null."),
  );
  expect(() => names.plus("a" as unknown as string[])).toThrow(
    new TypeError('A value of the CEL type list(string) is needed, not "a".'),
  );
  expect(() => names.at(0.5)).toThrow(new RangeError("0.5 is not a whole number."));
});
