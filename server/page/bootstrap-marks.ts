/**
 * Runs before the screen is painted. Marks the document of a signed-in person, who must not see the
 * login even briefly, and of a person who has closed the welcome. Until the application works, it
 * also records an Enter or a tap on the form's button, until the form changes, and presses of other
 * buttons. See web/app/first-paint/.
 */
export const bootstrapMarks = `{
const d=document.documentElement
try{const s=localStorage
d.toggleAttribute("data-hide-welcome",s.hideWelcome==="Y")
d.toggleAttribute("data-signed-in",!!JSON.parse(s.user||s.supportUser||"0").access_token)}catch{}
const f=e=>e.target.localName==="input"?e.target.form:null
addEventListener("keydown",e=>{if(e.key==="Enter"&&!e.isComposing)f(e)?.setAttribute("data-enter","")})
addEventListener("pointerup",e=>document.elementFromPoint(e.clientX,e.clientY)?.closest("[data-rendered] [type=submit]:disabled")?.form?.setAttribute("data-enter",""))
addEventListener("input",e=>f(e)?.removeAttribute("data-enter"))
addEventListener("click",e=>e.target.closest("[data-rendered] button")?.setAttribute("data-pressed",""))
}`
