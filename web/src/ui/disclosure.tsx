import { Accordion } from 'radix-ui'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

/** Questions that expand to show their answers. */
export function Disclosures({ children }: { children: ReactNode }) {
  return (
    <Accordion.Root type="multiple" className="divide-y divide-line border-line border-y">
      {children}
    </Accordion.Root>
  )
}

export function Disclosure({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Accordion.Item value={title}>
      <Accordion.Header>
        <Accordion.Trigger className="group flex min-h-14 w-full items-center justify-between gap-4 py-3 text-left font-medium">
          {title}
          <Icon
            name="chevron"
            className="size-5 text-muted transition duration-150 group-data-[state=open]:rotate-180"
          />
        </Accordion.Trigger>
      </Accordion.Header>
      <Accordion.Content className="max-w-[65ch] animate-fade pb-5 text-muted">{children}</Accordion.Content>
    </Accordion.Item>
  )
}
