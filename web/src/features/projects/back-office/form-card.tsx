import { type ReactNode, useId } from 'react'

/** One of the four parts of the form. */
export function FormCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="flex flex-col gap-5 rounded-sheet border border-line bg-raised p-5 sm:p-6"
    >
      <h2 id={id} className="section-title">
        {title}
      </h2>
      {children}
    </section>
  )
}
