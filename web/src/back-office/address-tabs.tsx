import { Tabs } from 'radix-ui'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { CallName } from '#server/product/calls.ts'
import { useMay } from './office.tsx'

type Tab = {
  value: string
  label: string
  content: ReactNode
  /** Shown to roles that include it. */
  call?: CallName
}
type AddressTabsProps = { label: string; tabs: readonly Tab[] }

/** Tabs with one list each, in several rows where there is no room; the open one is in the address, and each starts with an empty search. */
export function AddressTabs({ label, tabs: all }: AddressTabsProps) {
  const [params, setParams] = useSearchParams()
  const may = useMay()
  const tabs = all.filter(({ call }) => !call || may(call))
  const open = tabs.find(({ value }) => value === params.get('tab')) ?? tabs[0]
  const openValue = open?.value ?? ''
  if (tabs.length === 0) return null
  const show = (value: string) => setParams(value === tabs[0]?.value ? {} : { tab: value }, { replace: true })
  return (
    <Tabs.Root value={openValue} onValueChange={show}>
      <Tabs.List aria-label={label} className="mb-6 flex flex-wrap gap-x-1 border-line border-b">
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
      <Tabs.Content key={openValue} value={openValue}>
        {open?.content}
      </Tabs.Content>
    </Tabs.Root>
  )
}
