/** The project that the form's cards edit; null while a new one is created. */
import { createContext, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { fixedTerms, type ProjectTerm } from '#domain/project.ts'
import type { AdminProjectPageWire } from '#server/product/projects/wire.ts'

const Edited = createContext<AdminProjectPageWire | null>(null)
export const EditedProject = Edited.Provider

export function useEdited(): AdminProjectPageWire | null {
  return useContext(Edited)
}

/** Why a term can no longer be changed; null while it can. */
export function useFixed(): (term: ProjectTerm) => string | null {
  const { t } = useTranslation('projects-back-office')
  const edited = useEdited()
  return (term) => {
    if (!edited || !fixedTerms(edited).includes(term)) return null
    return t(fixedTerms({ isActive: false }).includes(term) ? 'editor.contract' : 'editor.fixed')
  }
}
