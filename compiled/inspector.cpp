#include <throng/extra/inspector.hpp>
#include <throng/extra/inspector_host.hpp>

template std::unique_ptr<throng::core::inspector_interface<throng::core::standard_allocator>>
throng::core::make_inspector(throng::world&, inspector_settings);
