import { conn, IntExpression, literal, req } from "@traffic-policy/policy-builder";
import { describeMethods } from "../describe-methods.ts";

const length = req.contentLength;
const port = conn.serverPort;

describeMethods(IntExpression, {
  eq: [
    ["req.content_length == 0", length.eq(0)],
    ["req.content_length == -1", length.eq(-1)],
    ["req.content_length == conn.server_port", length.eq(port)],
  ],
  ne: [["req.content_length != 4611686018427387904", length.ne(2n ** 62n)]],
  lt: [["req.content_length < 9223372036854775807", length.lt(2n ** 63n - 1n)]],
  le: [["req.content_length <= -9223372036854775808", length.le(-(2n ** 63n))]],
  gt: [["req.content_length > 10000", length.gt(10_000)]],
  ge: [["req.content_length >= conn.server_port", length.ge(port)]],
  isIn: [
    ["conn.server_port in [80, 443]", port.isIn(80, 443n)],
    ["conn.server_port in [80, req.content_length]", port.isIn(80, length)],
  ],
  plus: [
    ["req.content_length + 1", length.plus(1)],
    ["req.content_length + -1", length.plus(-1)],
    ["req.content_length + (conn.server_port + 1)", length.plus(port.plus(1))],
  ],
  minus: [
    ["req.content_length - -1", length.minus(-1)],
    ["req.content_length - (conn.server_port - 1)", length.minus(port.minus(1))],
    ["-1 - conn.server_port", literal(-1).minus(port)],
  ],
  times: [
    ["req.content_length * 2", length.times(2)],
    ["(req.content_length + 1) * 2", length.plus(1).times(2)],
  ],
  dividedBy: [
    ["req.content_length / 2", length.dividedBy(2)],
    ["req.content_length / (conn.server_port / 2)", length.dividedBy(port.dividedBy(2))],
  ],
  modulo: [
    ["req.content_length % 2", length.modulo(2)],
    ["(req.content_length - 1) % conn.server_port", length.minus(1).modulo(port)],
  ],
});
