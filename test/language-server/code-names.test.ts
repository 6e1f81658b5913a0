import { TextsHost } from "@traffic-policy/language-server";
import type { Location, WorkspaceEdit } from "vscode-languageserver";
import { expect, test } from "vitest";
import { TestEditor } from "./editor.ts";
import { unmarked } from "./syntaxes.ts";

const module = "file:///work/web.policy.ts";
const policy = `import { deny, policy, rule } from "@traffic-policy/policy-builder";
export default policy({ protocol: "http" }).inbound(
  rule("Admins \\"only\\"").do(deny({ statusCode: 403 })),
  other.rule("Admins \\"only\\""),
);
`;
const cases = "file:///work/web.cases.yaml";
const { text, position } = unmarked(`cases:
  - name: Denied
    request: { url: https://example.com/ }
    expect: { matched: ['Adm‸ins "only"'] }
`);
const codeCases = "file:///work/other.cases.ts";
const place = { start: { line: 2, character: 8 }, end: { line: 2, character: 23 } };

test("the name of a rule in a case leads to the call that builds it in a module, and is renamed there", async () => {
  const editor = await TestEditor.start({ host: new TextsHost({ protocol: "http" }) });
  await editor.open(module, policy);
  await editor.open(
    codeCases,
    `export default defineCases(web, [{ expect: { matched: ['Admins "only"', other] } }]);\n`,
  );
  await editor.open(cases, text);
  const definition = await editor.request<Location[]>("textDocument/definition", cases, {
    position,
  });
  expect(definition).toEqual([{ uri: module, range: place }]);
  const { changes } = await editor.request<WorkspaceEdit>("textDocument/rename", cases, {
    position,
    newName: 'A "b"',
  });
  expect(changes?.[module]).toEqual([{ range: place, newText: String.raw`A \"b\"` }]);
  expect(changes?.[codeCases]?.map(({ newText }) => newText)).toEqual(['A "b"']);
  expect(changes?.[cases]?.map(({ newText }) => newText)).toEqual(['A "b"']);
  await editor.close();
});
