#pragma once

/// Comes before the first line of the library's own in every header, so that an older language is the first thing that
/// a compiler speaks of.
#if defined(_MSVC_LANG)
#if _MSVC_LANG < 202002L
#error throng needs C++20: compile with /std:c++20
#endif
#elif __cplusplus < 202002L
#error throng needs C++20: compile with -std=c++20
#endif
