import {
  isMacro,
  printExpression,
  type Expression,
  type Overload,
  type TextForm,
} from "@traffic-policy/policy-language";
import { allAddresses } from "../values/addresses.ts";
import { timeParts } from "../values/times.ts";
import { numbersBetween, valuesOfType, type Test, type Values } from "../values/values.ts";
import { functionOf } from "./functions.ts";
import { sizeSubject } from "./lists.ts";
import type { Reader } from "./reader.ts";
import { pointTerm, sameTimes, shifted } from "./steps.ts";
import { ofNumbers, pointsOf, type Term } from "./term.ts";

/** What a value follows from, and how to ask that for it. */
export function termOf(reader: Reader, node: Expression): Term {
  const variable = reader.condition.variableAt(node, reader.bound);
  const known = variable && reader.session.variables.get(variable);
  if (known !== undefined) return { subject: known, toTest: (test) => test };
  const derived = sizeTerm(reader, node) ?? timePart(reader, node) ?? shifted(reader, node);
  if (derived !== undefined) return derived;
  const value = reader.canonical(node);
  const form = reader.formOf(node);
  const subject = reader.subject(printExpression(value), value, valuesOf(reader, node, form), {
    ...(form && { form }),
    ...reader.varies(node),
  });
  if (variable !== undefined) reader.session.variables.set(variable, subject);
  return { subject, toTest: (test) => test };
}

function sizeTerm(reader: Reader, node: Expression): Term | undefined {
  if (node.kind !== "call" || node.name !== "size") return undefined;
  const [operand, ...others] = [...(node.target ? [node.target] : []), ...node.arguments];
  if (operand === undefined || others.length > 0) return undefined;
  if (reader.kindOf(operand) === "string") {
    const toTest = (test: Test): Test => ({
      kind: "text",
      test: { kind: "size", sizes: pointsOf(test) },
    });
    return { ...reader.term(operand), toTest };
  }
  const isMapped = operand.kind === "call" && operand.name === "map" && isMacro(operand);
  const list = (isMapped && operand.arguments.length === 2 && operand.target) || operand;
  return { subject: sizeSubject(reader, reader.canonical(list)), toTest: ofNumbers };
}

function timePart(reader: Reader, node: Expression): Term | undefined {
  if (node.kind !== "call" || node.target === undefined || node.arguments.length > 0) {
    return undefined;
  }
  const { name, target } = node;
  if (!(name in timeParts) || reader.kindOf(target) !== "timestamp") return undefined;
  const { subject, toPoints } = pointTerm(reader, target) ?? {};
  // The parts of a time that is moved are not those of the time.
  if (subject === undefined || toPoints !== sameTimes) return undefined;
  const toTest = (test: Test): Test => ({ kind: "time-part", name, numbers: pointsOf(test) });
  return { subject, toTest };
}

function valuesOf(reader: Reader, node: Expression, form: TextForm | undefined): Values {
  const range = rangeOf(reader, node);
  if (range !== undefined) return numbersBetween(range);
  const values = valuesOfType(reader.typeOf(node));
  const { text } = values;
  if (text === undefined) return values;
  switch (form) {
    case "ip-address":
      return { text: text.where({ kind: "in-ranges", addresses: allAddresses }, true) };
    case "scheme":
      return { text: text.where({ kind: "one-of", texts: new Set(["http", "https"]) }, true) };
    case "country-code":
      return { text: text.where({ kind: "country-code" }, true) };
    default:
      return values;
  }
}

function rangeOf(reader: Reader, node: Expression): Overload["range"] {
  if (node.kind !== "call" || node.target === undefined) return undefined;
  const kind = reader.kindOf(node.target);
  const overloads = functionOf(node, reader.condition.dialect)?.overloads ?? [];
  return overloads.find((one) => one.range !== undefined && one.target === kind)?.range;
}
