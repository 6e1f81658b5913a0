import * as builder from "@traffic-policy/policy-builder/phases";
import { PlacementError, policy, rule } from "@traffic-policy/policy-builder/phases";
import * as directions from "@traffic-policy/policy-builder";
import { protocols, type Protocol } from "@traffic-policy/policy-language";
import { camelCase } from "@traffic-policy/policy-language/internal";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import { describe, expect, test } from "vitest";
import { camelConfig } from "../../../scripts/generate/config-code.ts";
import type { AnyExpression } from "../written.ts";

const exported = builder as Readonly<Record<string, unknown>>;

const places = [...phasesDialect.sections.values()].flatMap(({ name, stages }) =>
  protocols
    .filter((protocol) => stages[protocol] !== undefined)
    .map((protocol) => ({ section: name, protocol })),
);

/** Puts a rule there, whatever its type says; gives the reason when that is refused. */
function refusal(
  one: builder.RuleBuilder<builder.Restriction>,
  section: string,
  protocol?: Protocol,
): string | undefined {
  const empty = policy(protocol === undefined ? {} : { protocol });
  try {
    (empty as unknown as Record<string, (item: unknown) => unknown>)[camelCase(section)]?.(one);
    return undefined;
  } catch (error) {
    if (error instanceof PlacementError) return error.message.replace(/^.*?: /, "");
    throw error;
  }
}

describe.each([...phasesDialect.actions.values()])("$type", (action) => {
  const { type, config, example, sections, unsureSections = {} } = action;
  const build = exported[camelCase(type)] as (config?: unknown) => builder.ActionBuilder;
  // A config can make it less.
  const one = rule("a").do(type === "deny" ? build() : build(camelConfig(config, example)));

  test.each(places)("$section of $protocol", ({ section, protocol }) => {
    const allowed = [...sections[protocol], ...(unsureSections[protocol] ?? [])];
    expect(refusal(one, section, protocol)).toBe(
      allowed.includes(section) ? undefined : `the action ${type} does not exist there.`,
    );
  });
});

describe.each(phasesDialect.namespaces)("the variables $name", ({ variables }) => {
  test.each(variables)("$name", (variable) => {
    const found = variable.name
      .split(".")
      .reduce((value, part) => (value as never)[camelCase(part)], builder as unknown);
    const condition = builder.cel`${found as AnyExpression} == 1`;
    for (const { section, protocol } of places) {
      const missing = !variable.protocols.includes(protocol)
        ? `in a policy for ${protocol}`
        : !variable.sections.includes(section)
          ? `in ${section} rules`
          : undefined;
      expect(refusal(rule("a").when(condition as builder.Condition), section, protocol)).toBe(
        missing === undefined || variable.unsure !== undefined
          ? undefined
          : `${variable.name} does not exist ${missing}.`,
      );
    }
  });
});

test("a policy for another protocol has no rules of a phase that only HTTP has", () => {
  for (const protocol of ["tcp", "tls"] as const) {
    for (const section of ["on_http_request", "on_http_response", "on_event_stream_message"]) {
      expect(refusal(rule(), section, protocol)).toBe(
        `A policy for ${protocol} has no ${section} rules.`,
      );
    }
  }
});

describe("parts of the other dialect", () => {
  test("are taken where they mean the same", () => {
    const one = rule("a").when(directions.req.host.eq("a")).do(builder.deny());
    expect(refusal(one, "on_http_request", "http")).toBeUndefined();
    const connection = rule("a").when(directions.conn.clientIp.eq("a"));
    expect(refusal(connection, "on_tcp_connect", "tcp")).toBeUndefined();
  });

  test("are refused where they do not exist", () => {
    const one = rule("a").when(directions.req.host.eq("a"));
    expect(refusal(one, "on_tcp_connect", "http")).toBe(
      "req.host does not exist in on_tcp_connect rules.",
    );
  });
});
