import type { AskedQuestion, Failure, TargetReach } from "@traffic-policy/policy-proof";
import { isCode, type Files } from "@traffic-policy/project";
import type { PoliciesUnderTest, PolicyUnderTest } from "../checks/policies-under-test.ts";
import { CommandError } from "../context.ts";
import { inSteps, type SeenOn } from "../progress/steps.ts";
import type { ProofFailure } from "./proof-failure.ts";
import { collectingEarly } from "./collecting-early.ts";
import type { Provers } from "./provers.ts";

interface PolicyQuestions {
  readonly reach: boolean;
  readonly fails: boolean;
  readonly ask: boolean;
}

export interface PolicyProof {
  readonly under: PolicyUnderTest;
  readonly reach?: readonly TargetReach[];
  readonly fails?: readonly Failure[];
  readonly asked?: readonly AskedQuestion[];
}

export interface PolicyRun {
  readonly policies: readonly PolicyProof[];
  readonly failures: readonly ProofFailure[];
}

export interface PolicyProofSettings extends SeenOn {
  readonly provider: Files;
  readonly policies: PoliciesUnderTest;
  readonly provers: Provers;
  readonly questions: PolicyQuestions;
}

export async function provePolicies(
  files: readonly string[],
  { questions: { reach, fails, ask }, ...settings }: PolicyProofSettings,
): Promise<PolicyRun> {
  const proofs: PolicyProof[] = [];
  const failures: ProofFailure[] = [];
  const failing = async (path: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      failures.push({ file: settings.provider.nameOf(path), error });
    }
  };
  const prove = async (path: string): Promise<void> => {
    const policies = await settings.policies.ofFile(path);
    if (isCode(path)) settings.provers.startOver();
    for (const under of policies) {
      const prover = settings.provers.of(under, {});
      const proof = await collectingEarly(() => ({
        under,
        ...(reach && { reach: prover.reach() }),
        ...(fails && { fails: prover.fails() }),
        ...(ask && { asked: prover.ask() }),
      }));
      proofs.push(proof);
    }
  };
  await inSteps("Proving", files.length, settings, async (step) => {
    for (const file of files) {
      await failing(file, async () => {
        for (const path of await settings.policies.pathsIn(file)) {
          await failing(path, () => prove(path));
        }
      });
      await step();
    }
  });
  return { policies: proofs, failures };
}
