import {
  countSeverities,
  counted,
  formatEndpointUrl,
  printable,
  type SiteEndpoint,
  serverText,
} from "@traffic-policy/policy-language/internal";
import type { SiteReading } from "@traffic-policy/project";
import { shownPath } from "@traffic-policy/project/internal";
import { aligned, withoutColors, type Section, type Style } from "@traffic-policy/report";
import type { Context } from "../../context.ts";
import { printError } from "../../report/error.ts";
import { printJson } from "../../report/json.ts";
import { failureOf, printReport } from "../../report/print-report.ts";
import { openedJson } from "../../site/answer-json.ts";
import { drawnSiteOf } from "../../site/drawn-site.ts";
import type { AuditOptions } from "./command.ts";
import type { SiteOutput } from "./output.ts";
import { stateOf } from "./forbidden.ts";
import { forbiddenSection } from "./forbidden-section.ts";
import { openedSection } from "./opened-section.ts";
import { forbiddenJson, passageJson } from "./passage-json.ts";
import { passageSection } from "./passage-section.ts";
import { countUnknown, type SiteAudit } from "./site-audit.ts";

/** A site as it was read, and what was found out about it. */
export interface AuditedSite {
  readonly reading: SiteReading;
  readonly audit: SiteAudit;
}

/** Prints the endpoints of a site, its defects, and what was left out. */
export async function printSiteReport(
  site: AuditedSite,
  format: AuditOptions["format"],
  context: Context,
): Promise<void> {
  const { terminal, files } = context;
  const { reading, audit } = site;
  for (const { error } of reading.failures) printError(error, context);
  if (format === "json") {
    printJson(jsonOf(site, context), terminal);
    return;
  }
  const style = format === "pretty" ? terminal.style : withoutColors;
  const failures = reading.failures.map(({ file, error }) =>
    failureOf({ file: files.nameOf(file), error }),
  );
  await printReport(
    {
      command: "audit",
      files: reading.files,
      diagnostics: audit.diagnostics,
      failures,
      notChecked: reading.leftOut,
      secrets: reading.secrets,
      ...(format === "html" && { pictures: await picturesOf(site) }),
      sections: [
        ...(reading.site.endpoints.length > 0 ? [endpointSection(site, style)] : []),
        ...(audit.passages.length > 0 ? [passageSection(audit, style)] : []),
        ...(audit.forbidden.length > 0 ? [forbiddenSection(audit.forbidden, style)] : []),
        ...(audit.opened ? [openedSection(audit.opened, audit.unread, style)] : []),
      ],
      summary: summaryOf(site),
    },
    format,
    context,
  );
}

async function picturesOf({ reading, audit }: AuditedSite): Promise<readonly string[]> {
  if (reading.site.endpoints.length === 0) return [];
  const { siteSvg } = await import("@traffic-policy/report/drawing");
  return [siteSvg(await drawnSiteOf(reading, audit.compiled))];
}

function jsonOf({ reading, audit }: AuditedSite, { files }: Context): SiteOutput {
  return {
    version: 1,
    endpoints: reading.site.endpoints.map((endpoint) => ({
      name: endpoint.name,
      url: formatEndpointUrl(endpoint.url),
      binding: endpoint.binding,
      kind: endpoint.kind,
      isPooled: endpoint.isPooled,
      upstream: serverText(endpoint),
      policy: endpoint.policy && shownPath(endpoint.policy),
      unread: endpoint.unread,
      forwardsTo: audit.forwards.get(endpoint) ?? [],
      location: endpoint.location,
    })),
    ways: audit.passages.map(passageJson),
    forbidden: audit.forbidden.map(forbiddenJson),
    ...(audit.opened && {
      since: {
        revision: audit.opened.before.revision,
        opened: openedJson(audit.opened.ways),
        unread: audit.unread.length,
        notChecked: audit.opened.before.leftOut,
      },
    }),
    summary: countSeverities(audit.diagnostics),
    diagnostics: audit.diagnostics,
    failures: reading.failures.map(({ file, error }) =>
      failureOf({ file: files.nameOf(file), error }),
    ),
    notChecked: reading.leftOut,
  };
}

function endpointSection({ reading, audit }: AuditedSite, style: Style): Section {
  const { endpoints } = reading.site;
  const rows = endpoints.map((endpoint) => cellsOf(endpoint, audit).map(printable));
  const [head = "", ...lines] = aligned(
    [["URL", "binding", "kind", "policy", "behind it"], ...rows],
    style,
    { indent: 2 },
  );
  return {
    name: "Endpoints",
    columns: ["site", "result"],
    result: `${counted(endpoints.length, "endpoint")} in ${counted(reading.files.length, "file")}`,
    subject: "what was read",
    lines: [style.bold(head), ...lines],
    findings: [],
  };
}

function cellsOf(endpoint: SiteEndpoint, { forwards }: SiteAudit): readonly string[] {
  const { url, binding, kind, isPooled, policy, unread } = endpoint;
  const behind = [...(forwards.get(endpoint) ?? []), serverText(endpoint) ?? []].flat();
  return [
    formatEndpointUrl(url),
    binding,
    isPooled ? `${kind}, pooled` : kind,
    policy === undefined ? (unread === undefined ? "none" : "not known") : shownPath(policy),
    behind.length === 0 ? "nothing" : behind.join(", "),
  ];
}

function summaryOf({ reading, audit }: AuditedSite): string {
  const { error, warning, info } = countSeverities(audit.diagnostics);
  const refuted = audit.forbidden.filter((one) => stateOf(one) === "found").length;
  const ways = audit.opened?.ways ?? [];
  const opened = ways.filter(({ answer }) => answer.kind === "found").length;
  const found = [
    ...(error > 0 ? [counted(error, "error")] : []),
    ...(warning > 0 ? [counted(warning, "warning")] : []),
    ...(info > 0 ? [`${info} info`] : []),
    ...(refuted > 0 ? [`${refuted} forbidden and possible`] : []),
    ...(opened > 0 ? [`${counted(opened, "way")} opened`] : []),
  ];
  const { failures, site } = reading;
  const unread =
    failures.length > 0 ? `, ${counted(failures.length, "file")} could not be read` : "";
  const what = found.length === 0 ? "No findings" : found.join(", ");
  const open = countUnknown(audit);
  const unknown = open > 0 ? `, ${open} unknown` : "";
  return `${what} in ${counted(site.endpoints.length, "endpoint")}${unknown}${unread}.`;
}
