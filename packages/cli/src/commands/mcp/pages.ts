import { packageFiles } from "../../package-files.ts";

interface Page {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
}

/** The installed pages of the reference and of the lint rules, and the schemas of files and outputs. */
export function pageResources(): Page[] {
  return [...pathsOfPages()].map(([uri, path]) => ({
    uri,
    name: uri.replace(/^.*?:\/\/(?:docs\/)?|\.(?:md|schema\.json)$/g, ""),
    mimeType: typeOf(path),
  }));
}

/** The text of a page; undefined when there is none at this address. */
export function pageText(
  uri: string,
): { readonly text: string; readonly mimeType: string } | undefined {
  const path = pathsOfPages().get(uri);
  return path === undefined ? undefined : { text: packageFiles.text(path), mimeType: typeOf(path) };
}

function pathsOfPages(): Map<string, string> {
  const paths = (folder: string, name: string): [uri: string, path: string][] =>
    packageFiles
      .paths(folder)
      .map((file) => [`traffic-policy://${name}/${file}`, `${folder}/${file}`]);
  return new Map([...paths("dist/docs", "docs"), ...paths("schema", "schema")]);
}

function typeOf(path: string): string {
  return path.endsWith(".md") ? "text/markdown" : "application/schema+json";
}
