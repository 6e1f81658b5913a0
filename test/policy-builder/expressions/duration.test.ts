import {
  conn,
  duration,
  DurationExpression,
  res,
  timestamp,
  time,
} from "@traffic-policy/policy-builder";
import { describeMethods } from "../describe-methods.ts";

const age = res.cookie("id").maxAge;

describeMethods(DurationExpression, {
  eq: [
    ["getResCookie('id').max_age == duration('90s')", age.eq("90s")],
    ["getResCookie('id').max_age == duration(res.location)", age.eq(duration(res.location))],
  ],
  ne: [["getResCookie('id').max_age != duration('0s')", age.ne(duration("0s"))]],
  lt: [["getResCookie('id').max_age < duration('24h')", age.lt("24h")]],
  le: [["getResCookie('id').max_age <= duration('1h30m')", age.le("1h30m")]],
  gt: [["getResCookie('id').max_age > duration('1.5h')", age.gt("1.5h")]],
  ge: [
    [
      "getResCookie('id').max_age >= timestamp(time.now) - conn.ts.start",
      age.ge(timestamp(time.now).since(conn.ts.start)),
    ],
  ],
  isIn: [["getResCookie('id').max_age in [duration('1s'), duration('2s')]", age.isIn("1s", "2s")]],
  plus: [["getResCookie('id').max_age + duration('1s')", age.plus("1s")]],
  minus: [
    [
      "getResCookie('id').max_age - (duration('1s') + duration('2s'))",
      age.minus(duration("1s").plus("2s")),
    ],
  ],
  getHours: [["getResCookie('id').max_age.getHours()", age.getHours()]],
  getMinutes: [
    ["(getResCookie('id').max_age + duration('1s')).getMinutes()", age.plus("1s").getMinutes()],
  ],
  getSeconds: [["duration('90s').getSeconds()", duration("90s").getSeconds()]],
  getMilliseconds: [["getResCookie('id').max_age.getMilliseconds()", age.getMilliseconds()]],
});
