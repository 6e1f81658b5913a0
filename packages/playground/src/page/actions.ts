import type { PlaygroundState } from "../link/state.ts";
import { findingsOf } from "../language/findings.ts";
import type { Session } from "./session.ts";

// What the buttons above the policy do.

/** Replaces the whole state; the user can undo it. */
export async function replaceAll(
  session: Session,
  state: PlaygroundState,
  text: string,
): Promise<void> {
  await session.settled();
  const before = session.snapshot();
  await session.beginEntry?.();
  session.open(state);
  const undo = (): void => {
    session.open(before);
    session.say("Everything is as it was before.");
  };
  session.say({ text, action: { title: "Undo", run: undo } });
}

/** Removes what an example brought beside its policy; the user can undo it. */
export function removeExample(session: Session): void {
  const { cases, assertions, other, example } = session.state;
  session.canRemoveExample.value = false;
  Object.assign(session.state, {
    cases: undefined,
    assertions: undefined,
    other: undefined,
    example: undefined,
  });
  const undo = (): void => {
    Object.assign(session.state, { cases, assertions, other, example });
    session.canRemoveExample.value = true;
  };
  session.say({
    text: "The cases and assertions of the example are removed.",
    action: { title: "Undo", run: undo },
  });
}

export async function formatPolicy(session: Session): Promise<void> {
  const view = session.editor("policy");
  if (view === undefined) return;
  const isChanged = await session.language.format(view);
  const isBroken = findingsOf(view.state).some(({ severity }) => severity === "error");
  if (isChanged) session.say("The policy is formatted.");
  else
    session.say(
      isBroken
        ? "Nothing was formatted: a text with syntax errors stays as it is."
        : "The policy was formatted already.",
    );
}

/** Applies all fixes that do not change what the policy does. */
export async function fixPolicy(session: Session): Promise<void> {
  const view = session.editor("policy");
  if (view === undefined) return;
  const isFixed = await session.language.fixAll(view);
  session.say(
    isFixed ? "All safe fixes are applied." : "There is nothing that can be fixed safely.",
  );
}

export async function copyLink(session: Session): Promise<void> {
  const { linkOf } = await import("../link/link.ts");
  await session.settled();
  const fragment = await linkOf(session.snapshot());
  if (fragment === "") {
    const text = "This is too much for a link. Save it as a project instead.";
    session.say({ text, isError: true });
    return;
  }
  const { href } = new URL(fragment, location.href);
  history.replaceState(history.state, "", fragment);
  try {
    await navigator.clipboard.writeText(href);
    session.say("The link is copied: it holds everything that is written here.");
  } catch {
    session.say("The link is in the address of this page: copy it from there.");
  }
}

export async function downloadProject(session: Session): Promise<void> {
  const { packProject } = await import("../link/project.ts");
  await session.settled();
  const built = session.policy.text.value;
  const project = await packProject(
    session.snapshot(),
    built?.language === "typescript" ? built : undefined,
  );
  if (project.state === "refused") {
    const { message, help } = project.problem;
    session.say({ text: help === undefined ? message : `${message} ${help}`, isError: true });
    return;
  }
  const url = URL.createObjectURL(
    new Blob([project.bytes as BlobPart], { type: "application/zip" }),
  );
  const link = document.createElement("a");
  Object.assign(link, { href: url, download: project.name });
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  session.say(`The project is saved as ${project.name}.`);
}
