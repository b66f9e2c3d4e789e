import type { Fault, Json } from "./broken-server.mock.ts"

/** Faults of tokens, connections and time. */
export const faultyTransport: Fault[] = [
  {
    name: "requires no token",
    foundBy: "refuses every operation without a token",
    answer: ({ forward, headers }) =>
      forward({
        headers: { ...headers, authorization: headers.authorization ?? "Bearer conformance-token" },
      }),
  },
  {
    name: "accepts any bearer token",
    foundBy: "refuses every operation with a wrong token",
    answer: ({ forward, headers }) => {
      const isBearer = headers.authorization?.startsWith("Bearer ")
      return forward({
        headers: isBearer ? { ...headers, authorization: "Bearer conformance-token" } : headers,
      })
    },
  },
  {
    name: "does not check the token of one operation",
    foundBy: "refuses every operation without a token",
    answer: ({ name, forward, headers }) =>
      forward({
        headers:
          name === "postings" ? { ...headers, authorization: "Bearer conformance-token" } : headers,
      }),
  },
  {
    name: "never sends the rest of an answer",
    foundBy: "finds each test person by account number",
    async answer({ forward, name, response }) {
      const answer = await forward()
      if (name !== "person") return answer
      response.writeHead(200, {
        "content-type": answer.type,
        "content-length": answer.text.length + 50,
      })
      response.write(answer.text.slice(0, 40), () => response.destroy())
      return "answered"
    },
  },
  {
    name: "sends half of the JSON",
    foundBy: "finds each test person by account number",
    async answer({ forward, name }) {
      const answer = await forward()
      return name === "person"
        ? { ...answer, text: answer.text.slice(0, answer.text.length / 2) }
        : answer
    },
  },
  {
    name: "never answers",
    foundBy: "says that it is available",
    async answer({ forward, name }) {
      return name === "available" ? "answered" : await forward()
    },
  },
  {
    name: "redirects",
    foundBy: "finds each test person by account number",
    async answer({ forward, name }) {
      const answer = await forward()
      return name === "person" ? { ...answer, status: 307 } : answer
    },
  },
  {
    name: "mixes up parallel answers",
    foundBy: "answers twenty requests at once in their time, each about its own person",
    answer: mixingUp(),
  },
]
/** While another account is read, the answer is that of the earlier request. */
function mixingUp(): Fault["answer"] {
  let underWay: Json
  return async ({ name, asked, forward }) => {
    if (name !== "account") return await forward()
    const earlier = underWay
    underWay = asked
    try {
      return await forward(earlier ? { asked: earlier } : {})
    } finally {
      underWay = undefined
    }
  }
}
