import { type Chapter, notApplicable, type Requirement } from "../requirement.ts"

function absent(what: string): Requirement {
  return notApplicable(2, what, "There is no WebRTC.")
}

/** V17 */
export const webrtc: Chapter = {
  title: "WebRTC",
  rows: {
    "1.1": absent("A TURN server reaches public addresses only"),
    "2.1": absent("The key of the DTLS certificate is managed by policy"),
    "2.2": absent("Media servers use approved DTLS suites"),
    "2.3": absent("Media servers check SRTP authentication"),
    "2.4": absent("Media servers survive malformed SRTP packets"),
    "3.1": absent("Signaling survives a flood"),
    "3.2": absent("Signaling survives malformed messages"),
  },
}
