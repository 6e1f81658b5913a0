import type { AskedQuestion, Failure, TargetReach } from "@traffic-policy/policy-proof";
import { isCode } from "@traffic-policy/project";
import type { FileFailure } from "../checks/file-failure.ts";
import type { PoliciesUnderTest, PolicyUnderTest } from "../checks/policies-under-test.ts";
import { type Context, CommandError } from "../context.ts";
import { inSteps } from "../progress/steps.ts";
import { collectingEarly } from "./collecting-early.ts";
import type { Provers } from "./provers.ts";

/** The questions about policies that `prove` answers. */
export interface PolicyQuestions {
  readonly reach?: true;
  readonly fails?: true;
  readonly ask?: true;
}

export interface PolicyProof {
  readonly under: PolicyUnderTest;
  readonly reach?: readonly TargetReach[];
  readonly fails?: readonly Failure[];
  readonly asked?: readonly AskedQuestion[];
}

export interface PolicyRun {
  readonly policies: readonly PolicyProof[];
  readonly failures: readonly FileFailure[];
}

export async function provePolicies(
  files: readonly string[],
  { policies, provers }: { readonly policies: PoliciesUnderTest; readonly provers: Provers },
  { reach, fails, ask }: PolicyQuestions,
  context: Context,
): Promise<PolicyRun> {
  const proofs: PolicyProof[] = [];
  const failures: FileFailure[] = [];
  const failing = async (path: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      failures.push({ file: context.files.nameOf(path), error });
    }
  };
  const prove = async (path: string): Promise<void> => {
    const underTest = await policies.ofFile(path);
    if (isCode(path)) provers.startOver();
    for (const under of underTest) {
      const prover = provers.of(under, {});
      const proof = await collectingEarly(() => ({
        under,
        ...(reach && { reach: prover.reach() }),
        ...(fails && { fails: prover.fails() }),
        ...(ask && { asked: prover.ask() }),
      }));
      proofs.push(proof);
    }
  };
  await inSteps("Proving", files.length, context, async (step) => {
    for (const file of files) {
      await failing(file, async () => {
        for (const path of await policies.pathsIn(file)) await failing(path, () => prove(path));
      });
      await step();
    }
  });
  return { policies: proofs, failures };
}
