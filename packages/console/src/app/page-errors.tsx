/** What is shown in the place of a page that cannot be found or that failed. */
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Link, useRouter } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { buttonClasses } from '../components/button.js';
import { EmptyState, ErrorState } from '../components/states.js';
import { explainError } from '../session/explain-error.js';

/** An unknown address. */
export function PageMissing() {
  return (
    <EmptyState
      icon={SearchX}
      page
      title="Page not found"
      actions={
        <Link to="/" className={buttonClasses('secondary')}>
          Go to the first page
        </Link>
      }
    >
      The address may be misspelled, or the page belongs to another version of the console.
    </EmptyState>
  );
}

/** An error while a page was shown. */
export function PageCrash({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return <ErrorState page error={explainError(error)} onRetry={retry} />;
}
