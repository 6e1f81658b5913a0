import { conn, double, DoubleExpression } from "@traffic-policy/policy-builder";
import { describeMethods } from "../describe-methods.ts";

const latitude = double(conn.geo.latitude);

describeMethods(DoubleExpression, {
  eq: [
    ["double(conn.geo.latitude) == 45.0", latitude.eq(45)],
    ["double(conn.geo.latitude) == -0.0", latitude.eq(-0)],
    ["double(conn.geo.latitude) == 1e+300", latitude.eq(1e300)],
    ["double(conn.geo.latitude) == double('1')", latitude.eq(double("1"))],
  ],
  ne: [["double(conn.geo.latitude) != 0.5", latitude.ne(0.5)]],
  lt: [["double(conn.geo.latitude) < -45.5", latitude.lt(-45.5)]],
  le: [["double(conn.geo.latitude) <= 5e-324", latitude.le(5e-324)]],
  gt: [["double(conn.geo.latitude) > 9007199254740992.0", latitude.gt(2 ** 53)]],
  ge: [["double(conn.geo.latitude) >= 0.0", latitude.ge(0)]],
  isIn: [["double(conn.geo.latitude) in [0.0, 0.5]", latitude.isIn(0, 0.5)]],
  plus: [["double(conn.geo.latitude) + 1.0", latitude.plus(1)]],
  minus: [["double(conn.geo.latitude) - -1.0", latitude.minus(-1)]],
  times: [["(double(conn.geo.latitude) + 1.0) * 2.5", latitude.plus(1).times(2.5)]],
  dividedBy: [["double(conn.geo.latitude) / double('2')", latitude.dividedBy(double("2"))]],
});
