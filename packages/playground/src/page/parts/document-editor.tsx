import { defineComponent, watch } from "vue";
import { finding, setFindings } from "../../language/findings.ts";
import type { QuestionKind } from "../../work/messages.ts";
import type { Asked } from "../answers.ts";
import { CodeEditor } from "../editor/code-editor.tsx";
import { offsetsOf } from "../editor/marks.ts";
import { useSession } from "../session.ts";

interface DocumentEditorProps {
  readonly name: "cases" | "assertions" | "settings";
  readonly label: string;
  readonly hint: string;
  readonly asked: Asked<QuestionKind>;
}

export const DocumentEditor = defineComponent(
  (props: DocumentEditorProps) => {
    const session = useSession();
    const { state } = session;
    watch(props.asked.problem, (problem) => {
      const view = session.editor(props.name);
      if (view === undefined) return;
      const isHere = problem?.input === props.name && problem.place !== undefined;
      const found = isHere
        ? [
            finding(
              {
                ...offsetsOf(view.state.doc, problem.place),
                severity: "error",
                origin: "page",
                summary: problem.message,
                details: problem.help === undefined ? [] : [problem.help],
                related: [],
              },
              session.language.actions,
            ),
          ]
        : [];
      setFindings(view, "page", found);
    });
    return () => {
      const text = state[props.name] ?? "";
      const language = /^\s*\{/.test(text) ? "json" : "yaml";
      return (
        <CodeEditor
          name={props.name}
          label={props.label}
          language={language}
          uri={props.name === "settings" ? undefined : `file:///web.${props.name}.${language}`}
          text={text}
          hint={props.hint}
          onText={(now: string) => {
            state[props.name] = now;
          }}
        />
      );
    };
  },
  { name: "DocumentEditor", props: ["name", "label", "hint", "asked"] },
);
