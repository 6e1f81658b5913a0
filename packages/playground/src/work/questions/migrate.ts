import { shownText } from "@traffic-policy/policy-engine/report";
import {
  dialectNamed,
  isJsonObject,
  serialize,
  type JsonObject,
} from "@traffic-policy/policy-language";
import { dialectNameOf } from "@traffic-policy/policy-language/internal";
import {
  migratedText,
  migratePolicy,
  possibleProtocols,
  type Migration,
  type MigrationNote,
} from "@traffic-policy/policy-proof/migration";
import { placed } from "../document.ts";
import type { Migrated, PolicyText, Question } from "../messages.ts";
import { readPolicy } from "../policy.ts";
import { Refusal } from "../refusal.ts";

export default async function migrated(question: Question<"migrate">): Promise<Migrated> {
  const { document, source, protocol: usual } = await readPolicy(question);
  if (!isJsonObject(document)) {
    throw new Refusal({
      message: "A policy document is an object with lists of rules.",
      help: 'Write it like {"inbound": […]}.',
      input: "policy",
      ...placed(source, ""),
    });
  }
  if (dialectNameOf(document) === "phases") {
    return {
      state: "unchanged",
      summary: "The policy is in phases already.",
      protocol: usual,
      isProtocolAssumed: false,
      notes: [],
    };
  }
  const from = await dialectNamed("directions");
  const to = await dialectNamed("phases");
  const { policy } = question;
  const told =
    question.protocol ?? (policy.language === "typescript" ? policy.protocol : undefined);
  const possible = told === undefined ? possibleProtocols(document, from) : [told];
  const protocol = possible.includes(usual) ? usual : (possible[0] ?? usual);
  const options = { from, to, protocol };
  const forwardTo = question.forwardTo?.trim() ?? "";
  if (forwardTo !== "") await checkUrl(forwardTo);
  const alone = migratePolicy(document, options);
  const migration = forwardTo === "" ? alone : migratePolicy(document, { ...options, forwardTo });
  const { notes } = migration;
  const about = {
    protocol,
    isProtocolAssumed: possible.length > 1,
    notes: notes.map(({ kind, path, message, help }) => ({
      kind,
      message: shownText(message, 500),
      ...(help !== undefined && { help: shownText(help, 500) }),
      // What is about the policy as a whole is nowhere in it.
      ...(path !== "" && placed(source, path)),
    })),
  };
  if (migration.document === undefined || alone.document === undefined) {
    return { state: "refused", summary: refusedText(notes), ...about };
  }
  return {
    state: "migrated",
    summary: `In phases, for ${protocol.toUpperCase()}: ${countsText(notes)}.`,
    ...about,
    policy: await writtenPolicy(policy, migration, migration.document),
    compared: { language: "json", text: serialize(alone.document) },
    ...(forwardTo !== "" && { forwardTo: shownText(forwardTo, 200) }),
  };
}

/** @throws Refusal when the service would reject it */
async function checkUrl(text: string): Promise<void> {
  const { urlProblem } = await import("@traffic-policy/policy-lint/internal");
  const problem = urlProblem(text);
  if (problem !== undefined) throw new Refusal(problem);
}

async function writtenPolicy(
  { language, text }: PolicyText,
  migration: Migration,
  document: JsonObject,
): Promise<Exclude<Migrated["policy"], undefined>> {
  if (language === "typescript") {
    return { language: "json", text: `${serialize(document, 2)}\n` };
  }
  const edited = await migratedText(text, language, migration);
  if (edited !== undefined) return { language, text: edited };
  if (language === "json") return { language, text: `${serialize(document, 2)}\n` };
  const { toYaml } = await import("@traffic-policy/policy-language/yaml");
  return { language, text: await toYaml(document) };
}

function refusedText(notes: readonly MigrationNote[]): string {
  const count = notes.filter(({ kind }) => kind === "refused").length;
  const parts = count === 1 ? "1 part" : `${count.toLocaleString("en")} parts`;
  return `The policy is not migrated: ${parts} of it cannot be written in phases.`;
}

const words = [
  ["left", "left to look at"],
  ["moved", "moved"],
  ["changed", "changed"],
] as const;

/** `1 left to look at, 3 changed` */
function countsText(notes: readonly MigrationNote[]): string {
  const counted = words.flatMap(([kind, word]) => {
    const count = notes.filter((note) => note.kind === kind).length;
    return count === 0 ? [] : [`${count.toLocaleString("en")} ${word}`];
  });
  return counted.length === 0 ? "nothing else has changed" : counted.join(", ");
}
