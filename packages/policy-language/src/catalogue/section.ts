import type { Protocol } from "./variable.ts";

/** A top-level key of a policy document, with the rules of one part of an exchange. */
export interface Section {
  readonly name: string;
  /** A phrase that tells when its rules run: "before the upstream". */
  readonly description: string;
  /**
   * The stage of an exchange at which it runs, for each protocol; policies of other protocols do not have the
   * section.
   */
  readonly stages: Readonly<Partial<Record<Protocol, Stage>>>;
}

/**
 * A part of an exchange, in their order: a client has connected, sends a request, gets the response, gets
 * one message of a stream of events, or the connection is closed.
 */
export type Stage = "connect" | "request" | "response" | "message" | "close";

export function sectionsByName(sections: readonly Section[]): ReadonlyMap<string, Section> {
  return new Map(sections.map((section): [string, Section] => [section.name, section]));
}

/** The section of another dialect whose rules run at the same part of an exchange, if there is one. */
export function counterpartOf(
  section: Section | undefined,
  protocol: Protocol,
  others: ReadonlyMap<string, Section>,
): string | undefined {
  const stage = section?.stages[protocol];
  return stage && sectionAt(stage, protocol, others);
}

/** The section whose rules run at a part of an exchange, if there is one. */
export function sectionAt(
  stage: Stage,
  protocol: Protocol,
  sections: ReadonlyMap<string, Section>,
): string | undefined {
  return [...sections.values()].find(({ stages }) => stages[protocol] === stage)?.name;
}
