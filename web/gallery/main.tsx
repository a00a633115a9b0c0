/** Every component of the kit in every state: `vite web`, then /gallery/. Not part of the build. */
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import '../src/styles/tokens.css'
import { loadConfig } from '../src/lib/config.ts'
import { startI18n } from '../src/lib/i18n.ts'
import { LanguageSwitch } from '../src/ui/language-switch.tsx'
import { ThemeSwitch } from '../src/ui/theme-switch.tsx'
import { Toaster } from '../src/ui/toaster.tsx'
import { SPECIMENS } from './specimens.tsx'

const container = document.getElementById('root')
if (!container) throw new Error('index.html has no #root')
const { productName } = await loadConfig()
await startI18n(productName)
createRoot(container).render(
  <StrictMode>
    <MemoryRouter>
      <main className="mx-auto flex max-w-5xl flex-col gap-14 px-5 py-10">
        <header className="flex items-center justify-between">
          <h1 className="screen-title">_gallery</h1>
          <div className="flex">
            <LanguageSwitch />
            <ThemeSwitch />
          </div>
        </header>
        {SPECIMENS.map(({ name, states }) => (
          <section key={name} aria-label={name}>
            <h2 className="section-title mb-4">{name}</h2>
            <div className="grid gap-6 sm:grid-cols-2">
              {Object.entries(states).map(([state, specimen]) => (
                <figure key={state} className="flex min-w-0 flex-col gap-3">
                  <figcaption className="figures text-muted text-xs">{state}</figcaption>
                  {specimen}
                </figure>
              ))}
            </div>
          </section>
        ))}
      </main>
      <Toaster />
    </MemoryRouter>
  </StrictMode>,
)
