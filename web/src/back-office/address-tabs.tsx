import { Tabs } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'

type Tab = { value: string; label: string; content: ReactNode }
type AddressTabsProps = { label: string; tabs: readonly [Tab, ...Tab[]] }

/** Tabs with one list each; the open one is in the address, and each starts with an empty search. */
export function AddressTabs({ label, tabs }: AddressTabsProps) {
  const [params, setParams] = useSearchParams()
  const open = tabs.find(({ value }) => value === params.get('tab')) ?? tabs[0]
  const row = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: on a phone the row of tabs is wider than the screen, so the open one is scrolled into view.
  useEffect(() => {
    const chosen = row.current?.querySelector<HTMLElement>('[data-state=active]')
    if (row.current && chosen) {
      row.current.scrollLeft = chosen.offsetLeft - (row.current.clientWidth - chosen.offsetWidth) / 2
    }
  }, [open.value])
  const show = (value: string) => setParams(value === tabs[0].value ? {} : { tab: value }, { replace: true })
  return (
    <Tabs.Root value={open.value} onValueChange={show}>
      <Tabs.List
        ref={row}
        aria-label={label}
        className="relative mb-6 flex gap-1 overflow-x-auto border-line border-b"
      >
        {tabs.map((tab) => (
          <Tabs.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 shrink-0 border-transparent border-b-2 px-4 text-muted transition duration-150 hover:text-text focus-visible:-outline-offset-3 data-[state=active]:border-accent-text data-[state=active]:font-medium data-[state=active]:text-text"
          >
            {tab.label}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <Tabs.Content key={open.value} value={open.value}>
        {open.content}
      </Tabs.Content>
    </Tabs.Root>
  )
}
