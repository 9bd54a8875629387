// A library that uses throng for itself: its users see no collection.
#pragma once

[[nodiscard]] int sounds_left_after(int played);
