const at = (id) => document.getElementById(id)
const pollMs = 2000
const shortTime = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit" })
const shortDate = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" })
const longTime = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeStyle: "medium" })

let messages = []
let seenTag
const rows = new Map()

async function refresh() {
  try {
    const response = await fetch("/messages", { cache: "no-cache" })
    if (!response.ok) throw new Error(response.statusText)
    const tag = response.headers.get("etag")
    if (tag === seenTag && !at("status").classList.contains("away")) return
    messages = await response.json()
    seenTag = tag
    showList()
    showEmail()
  } catch {
    showStatus("The mailbox does not answer. Is My Account still running?", true)
  }
}

function showStatus(text, away = false) {
  at("status").textContent = text
  at("status").classList.toggle("away", away)
}

function showList() {
  const ids = new Set(messages.map((message) => message.id))
  for (const [id, row] of rows) {
    if (ids.has(id)) continue
    row.remove()
    rows.delete(id)
  }
  for (const message of messages.toReversed()) {
    if (rows.has(message.id)) continue
    const row = rowOf(message)
    rows.set(message.id, row)
    at("list").prepend(row)
  }
  at("empty").hidden = messages.length > 0
  document.body.classList.toggle("without-emails", messages.length === 0)
  showStatus(["", "1 email"][messages.length] ?? `${messages.length} emails`)
}

function rowOf(message) {
  const row = document.createElement("li")
  const link = document.createElement("a")
  link.href = `#${message.id}`
  const sent = new Date(message.date)
  const isToday = sent.toDateString() === new Date().toDateString()
  const time = element("time", (isToday ? shortTime : shortDate).format(sent))
  time.dateTime = message.date
  link.append(
    element("strong", message.subject || "(no subject)"),
    time,
    element("span", message.to),
  )
  row.append(link)
  return row
}

function element(name, text) {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

function showEmail() {
  const id = location.hash.slice(1)
  const message = messages.find((one) => one.id === id)
  document.body.classList.toggle("reading", message !== undefined)
  at("article").hidden = message === undefined
  at("nothing").hidden = message !== undefined || messages.length === 0
  for (const [rowId, row] of rows) {
    row.firstChild.setAttribute("aria-current", String(rowId === message?.id))
  }
  if (message === undefined || at("article").dataset.id === id) return
  at("article").dataset.id = id
  at("subject").textContent = message.subject || "(no subject)"
  at("from").textContent = message.from
  at("to").textContent = message.to
  at("date").textContent = longTime.format(new Date(message.date))
  at("text").textContent = message.text || "This email has no plain text."
  at("html").src = `/messages/${id}/html`
}

function showView() {
  const asText = document.querySelector("input[name=view]:checked").value === "text"
  at("html").hidden = asText
  at("text").hidden = !asText
}

addEventListener("hashchange", () => {
  showEmail()
  if (!at("article").hidden) at("subject").focus()
})
for (const input of document.querySelectorAll("input[name=view]")) {
  input.addEventListener("change", showView)
}
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) void refresh()
})
setInterval(() => {
  if (!document.hidden) void refresh()
}, pollMs)
showView()
await refresh()
