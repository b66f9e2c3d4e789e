/** Errors: the message of whoever hands it out, such as `agent.tooMany`. */
export type Spend = (key: string, budget: { calls: number; minutes: number }) => Promise<void>

/** Of one agent, for whatever changes something; and of all agents, for one customer. */
const agentBudget = { calls: 60, minutes: 60 }
const customerBudget = { calls: 10, minutes: 60 }

/** For whatever staff change for a customer, wherever they do it. Errors: those of `spend`. */
export async function spendAction(spend: Spend, agentUserid: string, userid: string) {
  await spend(`actions of staff ${agentUserid}`, agentBudget)
  await spend(`actions of staff for ${userid}`, customerBudget)
}
