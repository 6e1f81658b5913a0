import type { Diagnostic, Severity } from "../../diagnostic.ts";
import type { Part } from "../../document/policy-source.ts";
import type { SitePolicy } from "../site-policy.ts";
import type { SiteEndpoint } from "../site.ts";

/** A finding about a site, without the place that it is about. */
export interface SiteFinding {
  /** Its name behind `site/`, which is that of its section on the page. */
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help?: string | undefined;
  /** Endpoints that it is about, too, each with what it has to do with it. */
  readonly related?: readonly (readonly [message: string, endpoint: SiteEndpoint])[];
}

/** Makes the finding about a place in a policy. */
export function inPolicy(
  { source }: SitePolicy,
  path: string,
  finding: SiteFinding,
  part?: Part,
): Diagnostic {
  const location = source.locate(path, part);
  const holder = source.held?.holder.name;
  const span = typeof part === "object" ? part : undefined;
  return {
    ...diagnosticOf(finding),
    path,
    ...(span && { span }),
    ...(location && { location }),
    ...(holder !== undefined && { holder }),
  };
}

/** Makes the finding about an endpoint, at its URL. */
export function atEndpoint({ name, location }: SiteEndpoint, finding: SiteFinding): Diagnostic {
  const isInFile = location !== undefined && name.startsWith(`${location.file}#`);
  const holder = isInFile ? name.slice(location.file.length + 1) : name;
  return { ...diagnosticOf(finding), path: "", ...(location && { location }), holder };
}

function diagnosticOf(finding: SiteFinding): Omit<Diagnostic, "path"> {
  const { rule, severity, message, help, related = [] } = finding;
  return {
    rule: `site/${rule}`,
    severity,
    message,
    ...(help !== undefined && { help }),
    ...(related.length > 0 && {
      related: related.map(([text, { location }]) => ({
        message: text,
        path: "",
        ...(location && { location }),
      })),
    }),
    docs: `docs/site.md#${rule}`,
  };
}
