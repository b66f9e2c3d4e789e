import { useEffect, useState } from "react"
import type { ReplyOf } from "#contracts/endpoint.ts"
import type { Endpoints } from "#contracts/endpoints.ts"
import { call } from "#web/calls/api.ts"
import * as texts from "./texts.ts"

type Status = ReplyOf<Endpoints["GET /appcontent/serviceStatus"]>["status"]
type Services = ReplyOf<Endpoints["GET /appcontent/backendServices"]>["items"]

/** The state of the portal and its back-end services, for operators. It is not visible. */
export default function ServiceList() {
  const [state, setState] = useState<{ status: Status; services: Services }>()

  useEffect(() => {
    Promise.all([call("GET /appcontent/serviceStatus"), call("GET /appcontent/backendServices")])
      .then(([{ status }, { items }]) => setState({ status, services: items }))
      .catch((error) => console.warn("The service status could not be loaded:", error))
  }, [])

  if (!state) return null
  return (
    <ul hidden aria-label={texts.serviceStatus(state.status)}>
      {state.services.map(({ name, status }) => (
        <li key={name}>{`${name} ${status}`}</li>
      ))}
    </ul>
  )
}
