import { bytes, BytesExpression, conn, literal, req } from "@traffic-policy/policy-builder";
import { describeMethods } from "../describe-methods.ts";

const { value } = conn.tls.client.extensions.at(0);
const given = new Uint8Array([0, 65, 255, 39, 92]);

describeMethods(BytesExpression, {
  eq: [
    [`conn.tls.client.extensions[0].value == b"\\x00A\\xff'\\\\"`, value.eq(given)],
    ["conn.tls.client.extensions[0].value == bytes(req.host)", value.eq(bytes(req.host))],
  ],
  ne: [["bytes(req.host) != b''", bytes(req.host).ne(new Uint8Array())]],
  lt: [["bytes(req.host) < b'A'", bytes(req.host).lt(new Uint8Array([65]))]],
  le: [["bytes(req.host) <= bytes('a')", bytes(req.host).le(bytes("a"))]],
  gt: [["b'A' > bytes('a')", literal(new Uint8Array([65])).gt(bytes("a"))]],
  ge: [["bytes(req.host) >= bytes('a')", bytes(req.host).ge(bytes("a"))]],
  isIn: [
    ["bytes(req.host) in [b'A', bytes('a')]", bytes(req.host).isIn(Buffer.from("A"), bytes("a"))],
  ],
  size: [["size(conn.tls.client.extensions[0].value)", value.size()]],
  plus: [
    ["bytes(req.host) + b'A'", bytes(req.host).plus(Buffer.from("A"))],
    ["b'A' + bytes(req.host)", literal(Buffer.from("A")).plus(bytes(req.host))],
  ],
});
