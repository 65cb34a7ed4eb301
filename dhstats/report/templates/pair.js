"use strict";
const at = (id) => document.getElementById(id);
at("pair").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const body = JSON.stringify({ code: at("code").value });
    const answer = await fetch("/pair", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    if (answer.ok) location.reload();
    else at("message").textContent = await answer.text();
  } catch { at("message").textContent = "The lab cannot be reached."; }
});
