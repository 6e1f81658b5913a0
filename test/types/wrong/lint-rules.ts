import { defineConfig, defineRule } from "traffic-policy";

const docs = { what: "", wrong: "", right: "", why: "" };

// TS2820: Type '"eror"' is not assignable to type '"off" | Severity'. Did you mean '"error"'?
defineRule({ severity: "eror", docs, visit: {} });

// TS2561: Object literal may only specify known properties, but 'actions' does not exist in type 'LintVisit<undefined>'. Did you mean to write 'action'?
defineRule({ severity: "error", docs, visit: { actions() {} } });

// TS2339: Property 'kind' does not exist on type 'ActionNode'.
defineRule({ severity: "error", docs, visit: { action: ({ kind }) => kind } });

// TS2741: Property 'message' is missing in type '{ path: string; }' but required in type 'Finding'.
defineRule({
  severity: "error",
  docs,
  visit: { action: ({ path }, report) => report({ path }) },
});

// TS2339: Property 'limit' does not exist on type '{ most: number; }'.
defineRule<{ most: number }>({
  severity: "error",
  docs,
  visit: { document: (_node, _report, { limit }) => limit },
});

// TS2820: Type '"eror"' is not assignable to type 'RuleSetting'. Did you mean '"error"'?
defineConfig({ service: "emulator", targets: {}, lint: { rules: { "a/b": "eror" } } });

// TS2739: Type '{ severity: "error"; }' is missing the following properties from type 'LintRule<unknown>': docs, visit
defineConfig({
  service: "emulator",
  targets: {},
  lint: { customRules: { "a/b": { severity: "error" } } },
});
