import { type GatewayForm, GatewayUnreachable } from "../contract.ts"

export const stripeForm: GatewayForm = {
  async openCard() {
    throw new GatewayUnreachable("script")
  },
  async bankToken() {
    throw new GatewayUnreachable("answer")
  },
  async connectBank() {
    throw new GatewayUnreachable("answer")
  },
}
