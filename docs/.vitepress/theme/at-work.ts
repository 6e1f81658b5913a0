import { defineComponent, h, ref } from "vue";
import { Playground } from "./playground.ts";

/** A policy that an assertion refutes, in a small playground, and a button that mends it. */
export const AtWork = defineComponent({
  name: "PolicyAtWork",
  setup() {
    const isMended = ref(false);
    return () => {
      const example = isMended.value ? "mended" : "review";
      return h("div", { class: "at-work" }, [
        h("p", { class: "at-work-bar" }, [
          h("span", { role: "status" }, isMended.value ? mended() : draft()),
          h(
            "button",
            {
              type: "button",
              onClick: () => {
                isMended.value = !isMended.value;
              },
            },
            isMended.value ? "Show the draft again" : "Mend it",
          ),
        ]),
        // Another key: each example begins anew.
        h(Playground, { compact: true, example, key: example }),
      ]);
    };
  },
});

const draft = () => [
  "The rule's path ends with a slash, so ",
  h("code", "/admin"),
  " itself gets past it. The proof finds that request.",
];

const mended = () => [
  "The rule matches ",
  h("code", "^/admin(/|$)"),
  ", and the assertion is proved for every request.",
];
