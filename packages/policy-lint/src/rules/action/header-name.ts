import { type JsonSchema } from "@traffic-policy/policy-language";
import { isToken, ownMember, shortened } from "@traffic-policy/policy-language/internal";
import { type ActionNode, itemsOf } from "../../nodes/action-node.ts";
import type { Finding } from "../../finding.ts";
import { defineRule } from "../../rule.ts";
import { setHeaders } from "../../analysis/config-values.ts";

export default defineRule({
  severity: "error",
  docs: {
    what: "An action sets or removes a header whose name is invalid or reserved, or that has no effect there.",
    wrong:
      '{ "inbound": [ { "name": "Who it is", "actions": [ { "type": "add-headers", "config": { "headers": { "x client": "${conn.client_ip}" } } } ] } ] }',
    right:
      '{ "inbound": [ { "name": "Who it is", "actions": [ { "type": "add-headers", "config": { "headers": { "x-client": "${conn.client_ip}" } } } ] } ] }',
    why: "The name of a header consists of letters, digits and a few other characters, without spaces or colons. The service refuses everything else, and the names of some headers that it needs itself, whatever their case. The documentation does not say outright that interpolations are not replaced in a name, so one is a warning. A name may be in upper case: the service converts it to lower case.",
  },
  only: { action: ({ headers }) => headers !== undefined },
  visit: {
    action(node, report) {
      const { headers } = node.definition ?? {};
      const ineffective = headers && "sets" in headers ? (headers.ineffective ?? {}) : {};
      for (const { name, place, isForbidden } of headerNames(node)) {
        const reason = ownMember(ineffective, name.toLowerCase());
        if (reason !== undefined) {
          const message = `The header "${name}" has no effect here.`;
          report({ ...place, message, help: reason, atMost: "warning" });
        } else if (!isToken(name)) report({ ...place, ...invalid(name) });
        else if (isForbidden) {
          report({
            ...place,
            message: `The header "${shortened(name)}" cannot be changed.`,
            help: "Remove it.",
          });
        }
      }
    },
  },
});

function invalid(name: string): Omit<Finding, "path"> {
  if (name === "") return { message: "A header has no name.", help: "Write its name." };
  const message = `"${shortened(name)}" is not a valid header name`;
  if (name.includes("${")) {
    return {
      message: `${message}: interpolation is not documented there.`,
      help: "Write the name itself.",
      atMost: "warning",
    };
  }
  return {
    message: `${message}.`,
    help: isToken(name.trim())
      ? `Write "${shortened(name.trim())}", without spaces.`
      : name.trim().endsWith(":")
        ? "Write the name without the colon."
        : "Use letters, digits, hyphens and a few other characters, but no spaces, colons or brackets.",
  };
}

interface HeaderName {
  readonly name: string;
  readonly place: Pick<Finding, "path" | "part">;
  /** True when the config's schema rejects this name, but only in its usual case. */
  readonly isForbidden: boolean;
}

function headerNames(action: ActionNode): HeaderName[] {
  const headers = action.definition?.headers;
  if (headers === undefined) return [];
  if ("sets" in headers) {
    const forbidden = fieldSchema(action, headers.sets)?.propertyNames?.not?.enum;
    return setHeaders(action).map(({ name, path }) => ({
      name,
      place: { path, part: "key" },
      isForbidden: mayNotBe(name, forbidden),
    }));
  }
  const forbidden = fieldSchema(action, headers.removes)?.items?.not?.enum;
  return itemsOf(action.field(headers.removes)).flatMap(([index, name]) =>
    typeof name === "string"
      ? [
          {
            name,
            place: { path: action.pathOf(headers.removes, index) },
            isForbidden: mayNotBe(name, forbidden),
          },
        ]
      : [],
  );
}

function fieldSchema({ definition }: ActionNode, field: string): JsonSchema | undefined {
  return definition?.config.properties[field];
}

function mayNotBe(name: string, forbidden: readonly unknown[] = []): boolean {
  return !forbidden.includes(name) && forbidden.includes(name.toLowerCase());
}
