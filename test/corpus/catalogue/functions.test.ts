import { type Overload } from "@traffic-policy/policy-language";
import { standardFunctions } from "@traffic-policy/policy-language/internal";
import { describe, expect, test } from "vitest";
import { functions } from "../../../packages/policy-language/src/catalogue/phases/functions.ts";
import {
  bindingMethods,
  standardMacros,
} from "../../../packages/policy-language/src/catalogue/standard/operators.ts";
import { dialectWithFunctions as dialect } from "../../phases-functions.ts";
import { evaluated } from "../../policy-engine/expression/extensions/evaluated.ts";
import { pricePageNames } from "../../policy-language/catalogue/phases/price-page-names.ts";
import { functionFacts, type FunctionFact } from "./function-facts.ts";

const standardNames = new Set(standardFunctions.map(({ name }) => name));
const macros = new Set<string>(standardMacros);
const binding = new Set<string>(bindingMethods);

/** A type as the facts write it; they leave out what lists and maps hold. */
function factType(type: string): string {
  if (type === "list(A)" || type === "list(dyn)") return "list";
  return type.startsWith("map(") ? "map" : type;
}

function described({ target, parameters, returns }: Overload): string {
  const on = target === undefined ? "" : `${factType(target)}.`;
  return `${on}(${parameters.map(factType).join(", ")}) ${factType(returns)}`;
}

function expected({ name, overloads }: FunctionFact): string[] {
  return overloads.map(({ receiver, args, returns }) =>
    // Of a macro they tell what stands at a place, not its type.
    binding.has(name)
      ? `${receiver}.(A, B) ${returns}`
      : `${receiver === undefined ? "" : `${receiver}.`}(${args.join(", ")}) ${returns}`,
  );
}

function overloadsOf(name: string): string[] {
  return (dialect.functions.get(name)?.overloads ?? []).map(described);
}

const names = [...new Set(functionFacts.functions.map(({ name }) => name))].filter(
  (name) => !macros.has(name),
);

describe("of the facts", () => {
  test.each(names)("%s has every overload with its types, and no other one", (name) => {
    const wanted = functionFacts.functions.filter((fact) => fact.name === name).flatMap(expected);
    expect(overloadsOf(name).toSorted()).toEqual(wanted.toSorted());
  });

  test.each(
    functionFacts.functions.filter(({ name }) => !standardNames.has(name) && !macros.has(name)),
  )(
    "$name ($form) exists in its sections, and varies if the facts say so",
    ({ name, phases, nondeterministic }) => {
      const definition = functions.find((one) => one.name === name);
      // For the messages of a stream the facts have it of variables only.
      const sections = definition?.sections?.filter((one) => one !== "on_event_stream_message");
      expect(sections ?? "all").toEqual(phases);
      const isRandom = name.startsWith("rand.");
      expect(definition?.varies ?? false).toBe(isRandom || nondeterministic === true);
    },
  );

  test.each(functionFacts.functions.filter(({ form }) => form === "macro"))(
    "the macro $name is known",
    ({ name }) => {
      expect(macros.has(name) || binding.has(name)).toBe(true);
    },
  );

  test("nothing else is in the catalogue", () => {
    const known = new Set(names);
    expect(functions.filter(({ name }) => !known.has(name))).toEqual([]);
    expect(new Set(functions.map(({ name }) => name)).size).toBe(functions.length);
  });
});

test("the names of the page about prices are all known", () => {
  expect(pricePageNames).toEqual(functionFacts.pricingPageOnly.names);
});

const examples = functionFacts.functions.flatMap(({ examples: own = [] }) => own);

test.each(examples.filter(([, result]) => result !== "error"))("%s is %s", (expression, result) => {
  expect(evaluated(`${expression} == ${result}`)).toBe("bool true");
});

test.each(examples.filter(([, result]) => result === "error"))("%s fails", (expression) => {
  expect(evaluated(expression)).toMatch(/\.$/);
});
