import { defineComponent } from "vue";

export const ProofPane = defineComponent(() => () => <p>proof</p>, { name: "ProofPane" });
