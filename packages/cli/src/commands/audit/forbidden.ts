import {
  checkExpression,
  describeCheckError,
  describeParseError,
  parseExpression,
  typeText,
} from "@traffic-policy/policy-language";
import {
  didYouMean,
  formatEndpointUrl,
  isOpen,
  parseEndpointUrl,
  type Site,
  type SiteEndpoint,
} from "@traffic-policy/policy-language/internal";
import { phasesDialect } from "@traffic-policy/policy-language/phases";
import {
  checkTypesOf,
  type Forbidden,
  type ForbiddenAnswer,
  type SiteAnswer,
} from "@traffic-policy/policy-proof";
import { CommandError } from "../../context.ts";

const checkTypes = checkTypesOf(phasesDialect);

/** Something that no exchange may do, as it was written. */
export interface WrittenForbidden extends Forbidden {
  readonly text: string;
}

/** The same, with the answers. */
export interface AnsweredForbidden extends WrittenForbidden {
  readonly answers: readonly ForbiddenAnswer[];
  /** The reason why something else may do it; undefined if nothing can. */
  readonly others?: string;
}

/**
 * Reads what `--forbid` says: `https://billing.internal without jwt-validation or oauth when req.method != 'GET'`.
 *
 * @throws CommandError for a text in another form, an endpoint that the site does not have, and an unknown check
 */
export function forbiddenIn(site: Site, texts: readonly string[]): WrittenForbidden[] {
  return texts.flatMap((text) => {
    const [, url = "", checks, when] =
      /^\s*(\S+)(?:\s+without\s+(.+?))?(?:\s+when\s+(.+?))?\s*$/s.exec(text) ?? [];
    const without = checks?.split(/\s+or\s+|\s*,\s*/).map(checkOf);
    if (when !== undefined) checkCondition(when);
    return endpointsAt(url, site).map((to) => ({
      text,
      to,
      ...(without && { without }),
      ...(when !== undefined && { when }),
    }));
  });
}

function endpointsAt(text: string, site: Site): readonly SiteEndpoint[] {
  const url = parseEndpointUrl(text);
  if (url === undefined) {
    throw new CommandError(`--forbid: "${text}" is not the URL of an endpoint.`, {
      help: "Write it like 'https://billing.internal without jwt-validation'.",
    });
  }
  const shown = formatEndpointUrl(url);
  const found = site.endpoints.filter((one) => formatEndpointUrl(one.url) === shown);
  if (found.length > 0) return found;
  const urls = site.endpoints.map((one) => formatEndpointUrl(one.url));
  throw new CommandError(`--forbid: The site has no endpoint ${shown}.`, {
    help: didYouMean(shown, urls) ?? "`traffic-policy audit --site` lists its endpoints.",
  });
}

function checkOf(type: string): string {
  if (checkTypes.includes(type)) return type;
  throw new CommandError(`--forbid: "${type}" is not an action that checks what comes.`, {
    help: didYouMean(type, checkTypes) ?? `Those are ${checkTypes.join(", ")}.`,
  });
}

function checkCondition(text: string): void {
  const parsed = parseExpression(text);
  if (!parsed.ok) {
    const { message, help } = describeParseError(parsed.error);
    throw new CommandError(`--forbid: ${message}`, { help: help ?? "Write a condition in CEL." });
  }
  const { type, errors } = checkExpression(parsed.tree, { dialect: phasesDialect });
  const [error] = errors;
  if (error !== undefined) {
    const { message, help } = describeCheckError(error);
    throw new CommandError(`--forbid: ${message}`, { help: help ?? "Correct the condition." });
  }
  if (isOpen(type) || typeText(type) === "bool") return;
  throw new CommandError(
    `--forbid: The condition is of type ${typeText(type)}, and not true or false.`,
  );
}

/** A refutation is certain, whatever else is unknown. */
export function stateOf({ answers, others }: AnsweredForbidden): SiteAnswer["kind"] {
  const kinds = new Set(answers.map(({ answer }) => answer.kind));
  if (others !== undefined) kinds.add("unknown");
  return (["found", "unknown"] as const).find((kind) => kinds.has(kind)) ?? "none";
}
