import { req, uint, UintExpression } from "@traffic-policy/policy-builder";
import { describeMethods } from "../describe-methods.ts";

const length = uint(req.contentLength);

describeMethods(UintExpression, {
  eq: [
    ["uint(req.content_length) == 5u", length.eq(5)],
    ["uint(req.content_length) == 18446744073709551615u", length.eq(2n ** 64n - 1n)],
    ["uint(req.content_length) == uint(req.host)", length.eq(uint(req.host))],
  ],
  ne: [["uint(req.content_length) != 0u", length.ne(0)]],
  lt: [["uint(req.content_length) < 1u", length.lt(1)]],
  le: [["uint(req.content_length) <= 1u", length.le(1n)]],
  gt: [["uint(req.content_length) > 1u", length.gt(1)]],
  ge: [["uint(req.content_length) >= 1u", length.ge(1)]],
  isIn: [["uint(req.content_length) in [1u, 2u]", length.isIn(1, 2n)]],
  plus: [["uint(req.content_length) + 1u", length.plus(1)]],
  minus: [["uint(req.content_length) - uint('1')", length.minus(uint("1"))]],
  times: [["uint(req.content_length) * 2u", length.times(2)]],
  dividedBy: [["uint(req.content_length) / 2u", length.dividedBy(2)]],
  modulo: [["uint(req.content_length) % 2u", length.modulo(2)]],
});
