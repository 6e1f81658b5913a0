import { fromPointer } from "@traffic-policy/policy-language";
import { nodeAt } from "@traffic-policy/policy-language/editing";
import type { CodeLens, Range } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import type { Finding, Host, Lens } from "../host.ts";

export async function codeLens(
  document: EditorDocument,
  host: Host,
  found: Promise<readonly Finding[] | undefined>,
): Promise<CodeLens[]> {
  const [lenses, findings = []] = await Promise.all([host.lenses(document.uri), found]);
  const wrong = new Set(
    findings.flatMap(({ severity, path }) => (severity === "error" && path ? ruleOf(path) : [])),
  );
  return lenses.flatMap((lens): CodeLens[] => {
    const { path, kind } = lens;
    const range = rangeOf(lens, document);
    if (range === undefined) return [];
    const isWrong = kind === "reach" && wrong.has(path);
    const title = isWrong ? "not known whether anything matches: this rule has errors" : lens.title;
    return [{ range, data: lens, ...(title !== undefined && { command: commandOf(lens, title) }) }];
  });
}

export async function resolveCodeLens(lens: CodeLens, host: Host): Promise<CodeLens> {
  const data = lens.data as Lens;
  return { ...lens, command: commandOf(data, await host.lensTitle(data)) };
}

function ruleOf(pointer: string): string {
  return pointer.split("/", 3).join("/");
}

function rangeOf({ path, location }: Lens, { root, positions }: EditorDocument): Range | undefined {
  if (location !== undefined) return positions.rangeOfSource(location);
  const node = nodeAt(root, fromPointer(path));
  return node && positions.rangeOf({ start: node.start, end: node.start });
}

function commandOf(
  { command = "", uri, path }: Lens,
  title: string,
): NonNullable<CodeLens["command"]> {
  return { title, command, arguments: [uri, path] };
}
