import type { DocumentLink } from "vscode-languageserver-types";
import type { EditorDocument } from "../documents/editor-document.ts";
import { allTexts, type Path } from "@traffic-policy/policy-language/editing";
import { splitPolicyPath } from "@traffic-policy/policy-language/internal";
import type { DocumentKind } from "../documents/kind.ts";

export function documentLink({ uri, root, kind, positions }: EditorDocument): DocumentLink[] {
  if (root === undefined) return [];
  return [...allTexts(root)].flatMap(({ node, path }): DocumentLink[] => {
    const { file } = splitPolicyPath(node.value);
    if (!namesFile(path, kind) || !/\.\w+$/.test(file)) return [];
    const range = positions.rangeOf(node.range({ start: 0, end: node.value.length }));
    return [{ range, target: uriBeside(uri, file) }];
  });
}

function namesFile(path: Path, kind: DocumentKind): boolean {
  const [first, ...rest] = path;
  const last = path.at(-1);
  if (kind === "cases" && last === "bodyFile") return true;
  if (kind === "cases" || kind === "assertions") return first === "policy" && rest.length === 0;
  if (kind !== "configuration") return false;
  if (first === "lint") return last === "file" || last === "baseline";
  const isTarget = first === "targets" || (first === "environments" && path[2] === "targets");
  return first === "extends" || (isTarget && last === "policy");
}

/** The number of segments of the root in `file:///`. */
const rootLength = 3;

function uriBeside(uri: string, path: string): string {
  const segments = path.startsWith("/")
    ? [uri.slice(0, uri.indexOf("/", "file://".length))]
    : uri.split("/").slice(0, -1);
  for (const segment of path.split("/")) {
    if (segment === "..") segments.splice(Math.max(segments.length - 1, rootLength));
    else if (segment !== "." && segment !== "") segments.push(encodeURIComponent(segment));
  }
  return segments.join("/");
}
