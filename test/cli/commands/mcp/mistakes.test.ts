import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { toolCall } from "./tool-call.ts";

const folder = new URL("mistakes/", import.meta.url);

/** What the tools find: rules of lint, the outcome of `GET /admin`, and the questions of audit with an answer. */
interface Found {
  readonly lint: readonly string[];
  readonly simulate: string;
  readonly audit: readonly string[];
}

const answers: Readonly<Record<string, Found>> = {
  // Right for an edge: only who knows where it goes can tell.
  "edges-not-phases": { lint: [], simulate: "answered", audit: ["path-variants"] },
  "header-case": { lint: ["warning expression/header-case"], simulate: "forwarded", audit: [] },
  "host-bits": { lint: ["warning action/cidr"], simulate: "answered", audit: [] },
  "list-equals-text": {
    lint: ["error expression/list-equals-text"],
    simulate: "failed",
    audit: ["failing-requests"],
  },
  "missing-guard": {
    lint: ["warning expression/unguarded-access"],
    simulate: "failed",
    audit: ["failing-requests"],
  },
  "prefix-without-the-path": { lint: [], simulate: "forwarded", audit: ["path-variants"] },
  "rule-after-the-end": {
    lint: ["warning flow/unreachable-rule"],
    simulate: "forwarded",
    audit: [],
  },
  "slashes-around-pattern": {
    lint: ["warning expression/constant", "warning expression/pattern-slashes"],
    simulate: "forwarded",
    audit: [],
  },
  "status-not-status-code": { lint: ["error action/config"], simulate: "answered", audit: [] },
  "variable-name": {
    lint: ["error expression/unknown-name"],
    simulate: "failed",
    audit: ["failing-requests"],
  },
};

describe.each(Object.entries(answers))("%s", (name, answer) => {
  const text = readFileSync(new URL(`${name}.yaml`, folder), "utf8");

  test("is answered by each tool with what it finds", async () => {
    expect(await found(text)).toEqual(answer);
  });
});

test("every mistake has its answers", () => {
  expect(readdirSync(folder).map((file) => file.replace(".yaml", ""))).toEqual(
    Object.keys(answers).toSorted(),
  );
});

async function found(text: string): Promise<Found> {
  const json = async <T>(name: string, more: object = {}): Promise<T> =>
    JSON.parse((await toolCall(name, { text, ...more })).json) as T;
  const { diagnostics } = await json<LintJson>("lint");
  const { simulations } = await json<SimulationJson>("simulate", {
    request: "GET https://a.example/admin",
  });
  const { policies } = await json<AuditJson>("audit");
  return {
    lint: diagnostics.map(({ severity, rule }) => `${severity} ${rule}`),
    simulate: simulations.map(({ outcome }) => outcome.result).join(),
    audit: policies.flatMap(({ asked }) =>
      asked.questions
        .filter(({ findings }) => findings.some(({ kind }) => kind === "found"))
        .map(({ name }) => name),
    ),
  };
}

interface LintJson {
  readonly diagnostics: readonly { readonly rule: string; readonly severity: string }[];
}

interface SimulationJson {
  readonly simulations: readonly { readonly outcome: { readonly result: string } }[];
}

interface AuditJson {
  readonly policies: readonly {
    readonly asked: {
      readonly questions: readonly {
        readonly name: string;
        readonly findings: readonly { readonly kind: string }[];
      }[];
    };
  }[];
}
