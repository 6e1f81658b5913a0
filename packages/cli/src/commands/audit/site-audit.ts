import { compileSite, type CompiledSite } from "@traffic-policy/policy-engine";
import type { Diagnostic } from "@traffic-policy/policy-language";
import {
  enumerated,
  formatEndpointUrl,
  type SiteEndpoint,
} from "@traffic-policy/policy-language/internal";
import { atEndpoint, forwardedTo, siteDefects } from "@traffic-policy/policy-language/site";
import {
  SiteProver,
  unevenChecks,
  type AnswerMemory,
  type Opened,
  type Passage,
} from "@traffic-policy/policy-proof";
import type { LeftOut, SiteReading } from "@traffic-policy/project";
import type { Context } from "../../context.ts";
import { inSteps } from "../../progress/steps.ts";
import { exampleText } from "../../site/example-text.ts";
import { leftOutEndpoints, leftOutText } from "../../site/left-out-text.ts";
import { openedWays } from "../../site/opened-ways.ts";
import type { SiteBefore } from "../../site/site-before.ts";
import { forbiddenIn, stateOf, type AnsweredForbidden } from "./forbidden.ts";

/** The results of the audit of a site. */
export interface SiteAudit {
  readonly diagnostics: readonly Diagnostic[];
  /** The URLs that the policy of each endpoint forwards to. */
  readonly forwards: ReadonlyMap<SiteEndpoint, readonly string[]>;
  /** The ways to servers, and the checks on them. */
  readonly passages: readonly Passage[];
  readonly forbidden: readonly AnsweredForbidden[];
  readonly compiled: CompiledSite;
  /** The endpoints that were left out, so that nothing is proved of them. */
  readonly unread: readonly LeftOut[];
  /** The ways that were opened since a revision; undefined when none is compared with. */
  readonly opened?: { readonly before: SiteBefore; readonly ways: readonly Opened[] };
}

interface SiteAuditOptions {
  /** The texts of `--forbid`. */
  readonly forbid?: readonly string[] | undefined;
  readonly isWhole: boolean;
  /** How long the proofs about each entry may take, in seconds. */
  readonly timeout: number;
  /** Keeps answers for the next run. */
  readonly memory?: AnswerMemory;
  /** The site to compare with. */
  readonly before?: SiteBefore;
}

/** Audits a site: its defects, where its endpoints forward to, and what reaches its servers. */
export async function siteAudit(
  { site, leftOut }: Pick<SiteReading, "site" | "leftOut">,
  { forbid = [], isWhole, timeout, before, memory }: SiteAuditOptions,
  context: Context,
): Promise<SiteAudit> {
  const compiled = await compileSite(site);
  const forbidden = forbiddenIn(site, forbid);
  let end = 0;
  const isOver = (): boolean => context.clock.elapsed() >= end;
  const begin = (): void => {
    end = context.clock.elapsed() + timeout * 1000;
  };
  const prover = new SiteProver(compiled, {
    isWhole,
    budget: { isOver },
    ...(memory && { memory }),
  });
  const unread = leftOutEndpoints(leftOut);
  const others = leftOutText(unread, "may lead there");
  const answered: AnsweredForbidden[] = [];
  const passages: Passage[] = [];
  const { entries } = prover;
  await inSteps("Proving", entries.length + forbidden.length, context, async (step) => {
    for (const from of entries) {
      begin();
      passages.push(...prover.passagesFrom(from));
      await step();
    }
    for (const one of forbidden) {
      begin();
      const answers = await prover.forbidden(one);
      const isFound = answers.some(({ answer }) => answer.kind === "found");
      const isEmpty = one.when !== undefined && !isFound && !prover.mayMeet(one.when);
      const why = isEmpty ? "No request meets the condition, so nothing is proved." : others;
      answered.push({ ...one, answers, ...(why && { others: why }) });
      await step();
    }
  });
  const ways = before && (await openedWays(site, before.site, { isWhole, timeout }, context));
  return {
    diagnostics: [...(await siteDefects(site)), ...unevenDefects(passages)],
    forwards: await forwardedTo(site),
    passages,
    forbidden: answered,
    unread,
    compiled,
    ...(before && ways && { opened: { before, ways } }),
  };
}

function unevenDefects(passages: readonly Passage[]): Diagnostic[] {
  return unevenChecks(passages).map(({ to, guarded, checks, open, example }) =>
    atEndpoint(open.from, {
      rule: "open-way",
      severity: "warning",
      message: `What comes from ${formatEndpointUrl(guarded.from.url)} reaches ${formatEndpointUrl(to.url)} behind ${enumerated(checks, "or")}; what comes from ${formatEndpointUrl(open.from.url)} may get there without any check: ${exampleText(example)}.`,
      help: `Add the check there too, or to the policy of ${formatEndpointUrl(to.url)} itself, which every way passes.`,
      related: [["This way has the check.", guarded.from]],
    }),
  );
}

/** How many answers of an audit are unknown. */
export function countUnknown({ passages, forbidden, opened }: SiteAudit): number {
  const answers = passages.flatMap(({ reached, without, unchecked }) => [
    ...new Set([reached, ...without.values(), unchecked]),
  ]);
  const news = (opened?.ways ?? []).map(({ answer }) => answer);
  const unknown = [...answers, ...news].filter(({ kind }) => kind === "unknown").length;
  return unknown + forbidden.filter((one) => stateOf(one) === "unknown").length;
}
