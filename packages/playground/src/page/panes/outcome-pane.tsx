import { defineComponent } from "vue";

export const OutcomePane = defineComponent(() => () => <p>outcome</p>, { name: "OutcomePane" });
