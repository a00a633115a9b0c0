/**
 * The sign-in page as shown until its scripts have arrived: the same page in the same places, not usable yet. Without
 * it a cheap phone on a slow line would show nothing for two seconds. `e2e/first-view.test.ts` lays one over the
 * other: a change to one needs the same change to the other.
 */
import { html } from 'hono/html'
import { DOOR_COVER_WIDTH, drawnPicture } from '#domain/stored-file.ts'
import type { Language } from '../texts.ts'
import { signInText } from '../texts.ts'

const BOX = 'block min-h-12 w-full rounded-control border border-edge bg-ink'

/** The work whose cover hangs at the door. */
export type DoorCover = { thumbnail: string; projectName: string; author: string }

/** `providers`: the connected identity providers, in the order of their buttons. */
export async function signInShell(
  language: Language,
  product: string,
  providers: readonly string[],
  cover: DoorCover | null,
): Promise<string> {
  const t = (key: string) => signInText(key, language)
  const social = await html`<div class="mt-6 flex flex-col gap-3">
      <p class="flex items-center gap-4 text-muted text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">${t('login.or')}</p>
      ${providers.map((provider) => html`<span class="inline-flex min-h-12 items-center justify-center rounded-control border border-edge px-5 py-2.5 text-text">${t(`login.${provider}`)}</span>`)}
    </div>`
  return String(
    await html`<div id="way-in" data-cover="${cover?.thumbnail ?? ''}" class="relative isolate flex min-h-dvh flex-col overflow-x-clip">
  <header class="flex flex-wrap items-center justify-between gap-x-3 px-4 py-3 sm:px-8">
    <span class="inline-flex items-center gap-2.5">
      <svg viewBox="0 0 100 100" class="-rotate-90 size-6" aria-hidden="true" fill="none" stroke-width="13">
        <circle cx="50" cy="50" r="43.5" class="stroke-current opacity-20" />
        <circle cx="50" cy="50" r="43.5" class="stroke-accent" stroke-dasharray="205 68.3" stroke-linecap="round" />
      </svg>
      <span class="name text-[1.375rem]">${product}</span>
    </span>
    <span class="flex"><span class="size-11"></span><span class="size-11"></span><span class="size-11"></span></span>
  </header>
  <main aria-busy="true" class="flex flex-1 flex-col items-center justify-center px-4 py-8">
    <div class="door">
    <div class="door-work">
      <span class="door-cover">
        ${cover ? html`<img src="${drawnPicture(cover.thumbnail, DOOR_COVER_WIDTH)}" alt="" width="600" height="600" class="size-full rounded-cover object-cover">` : ''}
        <span aria-hidden="true" style="--swept: 311.35deg" class="edge-ring pointer-events-none absolute text-accent"></span>
      </span>
      <div class="door-words">
        <p class="door-line name">${t('login.lead')}</p>
        <p class="door-what">${t('door.what')}</p>
      </div>
      <span class="door-play inline-flex min-h-12 items-center justify-center gap-2 rounded-control bg-accent px-5 py-2.5 font-semibold text-on-accent"><svg viewBox="0 0 24 24" class="shrink-0 size-[1.25rem]" fill="none" stroke="currentColor" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M8 5.5v13l10.5-6.5Z" /></svg>${t('door.play')}</span>
    </div>
    <div class="flex w-full max-w-md flex-col rounded-sheet border border-line bg-raised p-6 sm:p-8">
      <header class="mb-4 sm:mb-8">
        <h1 class="screen-title">${t('login.title')}</h1>
      </header>
      <div class="flex flex-col gap-5">
        <div class="flex flex-col gap-1.5">
          <span class="font-medium text-sm">${t('email')}</span>
          <span class="${BOX}"></span>
        </div>
        <div class="flex flex-col gap-2">
          <div class="flex flex-col gap-1.5">
            <span class="font-medium text-sm">${t('password')}</span>
            <span class="${BOX}"></span>
          </div>
          <span class="link inline-flex min-h-11 items-center self-end text-sm">${t('login.forgot')}</span>
        </div>
        <span class="inline-flex min-h-12 items-center justify-center rounded-control bg-text px-5 py-2.5 font-semibold text-ink opacity-55">${t('login.submit')}</span>
      </div>
      ${providers.length > 0 ? social : ''}
      <div class="mt-6 border-line border-t pt-3 text-center text-muted text-sm">
        ${t('login.noAccount')} <span class="link inline-flex min-h-11 items-center">${t('login.register')}</span>
      </div>
    </div>
    </div>
  </main>
  <span id="way-in-end"></span>
</div>`,
  )
}
