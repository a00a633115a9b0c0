import type { ReactNode } from 'react'
import { ScreenTitle } from '../../ui/screen-title.tsx'

/** The frame of every signed-out screen: title, form, and a link to the next screen. */
export function AuthPanel(props: {
  title: string
  lead?: string | undefined
  children: ReactNode
  footer: ReactNode
}) {
  return (
    <div className="flex w-full max-w-md flex-col rounded-sheet border border-line bg-raised p-6 sm:p-8">
      <ScreenTitle lead={props.lead}>{props.title}</ScreenTitle>
      {props.children}
      <div className="mt-6 border-line border-t pt-3 text-center text-muted text-sm [&_a]:inline-flex [&_a]:min-h-11 [&_a]:items-center">
        {props.footer}
      </div>
    </div>
  )
}
