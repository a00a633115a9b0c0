/** A vendor's login page: one button signs in as somebody, another goes back without. */
import { html } from 'hono/html'
import { page } from '../page.ts'
import type { Person } from './people.ts'

export function loginPage(vendorName: string, people: Person[], action: string) {
  return page(
    `Sign in with ${vendorName}`,
    html`<h1>Sign in with ${vendorName}</h1>
      <p class="muted">An emulator: no password is asked.</p>
      ${people.map(
        (person) =>
          html`<form method="post" action="${action}">
            <input type="hidden" name="id" value="${person.id}" />
            <p>
              <button name="choice" value="known">${person.name}</button>
              <span class="muted">${person.email}${person.verified ? '' : ' (not verified)'}</span>
            </p>
          </form>`,
      )}
      <form method="post" action="${action}">
        <h2>Somebody else</h2>
        <p><label>E-mail <input type="email" name="email" required /></label></p>
        <p><label>Name <input name="name" /></label></p>
        <p><label><input type="checkbox" name="verified" value="yes" checked /> E-mail is verified</label></p>
        <p><button name="choice" value="typed">Sign in</button></p>
      </form>
      <form method="post" action="${action}">
        <p><button name="choice" value="cancel">Cancel</button></p>
      </form>`,
  )
}
