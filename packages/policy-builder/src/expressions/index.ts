export { BytesExpression } from "./string.ts";
export { CelExpression } from "./cel-expression.ts";
export { ComparableExpression } from "./comparable.ts";
export { Condition } from "./condition.ts";
export { DoubleExpression, IntExpression, NumberExpression, UintExpression } from "./number.ts";
export { DurationExpression } from "./time.ts";
export { DynExpression } from "./dyn.ts";
export { IterableExpression } from "./iterable.ts";
export type {
  BoolValue,
  BytesValue,
  DoubleValue,
  DurationValue,
  DynValue,
  Expressions,
  IntValue,
  Kind,
  ListValue,
  StringValue,
  TimestampValue,
  UintValue,
  Values,
} from "./kinds.ts";
export { ListExpression } from "./list.ts";
export { MapExpression, type IndexedMap } from "./map.ts";
export { StringExpression } from "./string.ts";
export { TimestampExpression } from "./time.ts";
